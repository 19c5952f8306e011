import { trimTrailing } from '#core';

/** Completes a base URL: a missing scheme becomes `http://`, a missing path `/v1`. */
export function normalizeBaseUrl(written: string): string {
  const url = /^https?:\/\//i.test(written) ? written : `http://${written}`;
  if (!URL.canParse(url)) return url;
  const { pathname } = new URL(url);
  const trimmed = trimTrailing(url, '/');
  return pathname === '/' ? `${trimmed}/v1` : trimmed;
}

/** Whether a base URL is of OpenAI, whose servers support the Responses API and `store`. */
export function isOpenAiServer(baseUrl: string): boolean {
  return URL.canParse(baseUrl) && /(^|\.)api\.openai\.com$/.test(new URL(baseUrl).hostname);
}
