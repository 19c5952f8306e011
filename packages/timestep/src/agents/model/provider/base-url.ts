import { trimTrailing } from '../../../core/index.ts';

/**
 * Normalizes a base URL as users write it. A missing scheme, as in Ollama's `host:port`, becomes
 * `http://`. A missing path becomes `/v1`, the path of OpenAI-compatible servers.
 */
export function normalizeBaseUrl(written: string): string {
  const url = /^https?:\/\//i.test(written) ? written : `http://${written}`;
  if (!URL.canParse(url)) return url;
  const { pathname } = new URL(url);
  const trimmed = trimTrailing(url, '/');
  return pathname === '/' ? `${trimmed}/v1` : trimmed;
}

/**
 * Checks whether the URL is of OpenAI's own servers, which support the Responses API and `store`.
 */
export function isOpenAiServer(baseUrl: string): boolean {
  return URL.canParse(baseUrl) && /(^|\.)api\.openai\.com$/.test(new URL(baseUrl).hostname);
}
