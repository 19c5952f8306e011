import { withoutTrailing } from '../../core/index.ts';

/**
 * A base URL as a user may write it: `host:port` as Ollama has it gets a scheme, and an address
 * without a path the `/v1` under which OpenAI-compatible servers answer.
 */
export function openAiBaseUrl(written: string): string {
  const url = /^https?:\/\//i.test(written) ? written : `http://${written}`;
  if (!URL.canParse(url)) return url;
  const { pathname } = new URL(url);
  const trimmed = withoutTrailing(url, '/');
  return pathname === '/' ? `${trimmed}/v1` : trimmed;
}

/** True for the servers of OpenAI itself, which know the Responses API and `store`. */
export function isOpenAiItself(baseUrl: string): boolean {
  return URL.canParse(baseUrl) && /(^|\.)api\.openai\.com$/.test(new URL(baseUrl).hostname);
}
