import { trimTrailing } from '#core';
import { ModelError } from '../model-error.ts';
import { findFirstSetVariable, type EnvironmentVariables } from './environment-variables.ts';

/** Completes a base URL: a missing scheme becomes `http://`, and a missing path `path`. */
export function normalizeBaseUrl(written: string, path = '/v1'): string {
  const url = /^https?:\/\//i.test(written) ? written : `http://${written}`;
  if (!URL.canParse(url)) return url;
  const { pathname } = new URL(url);
  const trimmed = trimTrailing(url, '/');
  return pathname === '/' ? `${trimmed}${path}` : trimmed;
}

/** Whether a base URL is of OpenAI, whose servers support the Responses API and `store`. */
export function isOpenAiServer(baseUrl: string): boolean {
  return URL.canParse(baseUrl) && /(^|\.)api\.openai\.com$/.test(new URL(baseUrl).hostname);
}

const VARIABLE = /\{(\w+)\}/g;

/**
 * Replaces the names of variables in a base URL, such as `https://{RESOURCE}.example/v1`. Throws
 * `ModelError` if a variable is not set, or if its value cannot be part of a host name.
 */
export function fillBaseUrl(
  template: string,
  env: EnvironmentVariables,
  provider: string,
  others: readonly string[],
): string {
  return template.replace(VARIABLE, (_, variable: string) => {
    const value = findFirstSetVariable(env, [variable]);
    if (value !== undefined && /^[\w-]+$/.test(value)) return value;
    const message =
      value === undefined
        ? `${provider} needs a base URL: set ${[variable, ...others].join(' or ')}`
        : `${variable} must be a name of letters, digits and hyphens: set ${others.join(' or ')} for a complete URL`;
    throw new ModelError('missing-setting', message);
  });
}

/**
 * Whether a base URL matches the provider's own, whose template may contain variables in braces.
 */
export function matchesBaseUrlTemplate(baseUrl: string, template: string): boolean {
  const [before = '', after] = template.split(VARIABLE).filter((_, at) => at % 2 === 0);
  if (after === undefined) return baseUrl === template;
  return baseUrl.startsWith(before) && baseUrl.endsWith(after);
}
