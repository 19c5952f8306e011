import { parseJson, trimTrailing, type JsonValue } from '#core';
import { limitFetch } from '#protocols/http';
import { toModelError } from '../failure/to-model-error.ts';
import { ModelError } from '../model-error.ts';
import type { Connection } from '../provider/connection.ts';
import { parseModelList, type DescribedModel } from './parse-model-list.ts';

export type ListableConnection = Exclude<
  Connection,
  { kind: 'bedrock' | 'vertex' | 'vertex-anthropic' }
>;

/** Whether a connection has a URL for a model list, and a key that can be sent with the request. */
export function hasModelList(connection: Connection): connection is ListableConnection {
  const { kind } = connection;
  return kind !== 'bedrock' && kind !== 'vertex' && kind !== 'vertex-anthropic';
}

export interface ModelListRequest {
  readonly provider: string;
  readonly connection: ListableConnection;
  readonly keyHint: string;
  readonly fetch: typeof globalThis.fetch;
  readonly signal: AbortSignal;
}

/** Maximum size of a model list in bytes. The longest known lists are smaller than 2 MB. */
const LONGEST_LIST = 8 * 1024 * 1024;

/** Fetches a list of models. Throws `ModelError` without any text of the response. */
export async function fetchModelList(
  request: ModelListRequest,
): Promise<readonly DescribedModel[]> {
  const { kind } = request.connection;
  const base = trimTrailing(requireValidBaseUrl(request), '/');
  const url = buildListUrl(base, request);
  // OpenRouter's list of models is public, so a separate request checks the API key.
  const keyCheck = kind === 'openrouter' ? fetchJsonOrNull(`${base}/key`, request) : undefined;
  const [body] = await Promise.all([fetchJsonOrNull(url, request), keyCheck]);
  const models = parseModelList(body, kind);
  if (models) return models;
  throw createNoModelListError(request, url);
}

function buildListUrl(base: string, { provider, connection: { kind } }: ModelListRequest): string {
  if (provider === 'ollama' && base.endsWith('/v1')) return base.replace(/\/v1$/, '/api/tags');
  if (kind === 'anthropic') return `${base}/models?limit=1000`;
  return kind === 'google' ? `${base}/models?pageSize=1000` : `${base}/models`;
}

/** Throws `ModelError` for an invalid URL, because an error of `fetch` would print the API key. */
function requireValidBaseUrl({ provider, connection, keyHint }: ModelListRequest): string {
  const { baseUrl, apiKey = '' } = connection;
  const url = URL.canParse(baseUrl) ? new URL(baseUrl) : undefined;
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password) {
    const message = `invalid base URL for ${provider}: use the form https://host/v1, without a password`;
    throw new ModelError('missing-setting', message);
  }
  if (!/^[\x21-\x7e]*$/.test(apiKey)) {
    const message = `the key of ${provider} contains invalid characters: check ${keyHint}`;
    throw new ModelError('unauthorized', message);
  }
  return baseUrl;
}

function buildAuthHeaders({ kind, apiKey }: ListableConnection): Record<string, string> {
  if (apiKey === undefined) return {};
  if (kind === 'anthropic') return { 'x-api-key': apiKey, 'anthropic-version': '2023-06-01' };
  return kind === 'google' ? { 'x-goog-api-key': apiKey } : { authorization: `Bearer ${apiKey}` };
}

async function fetchJsonOrNull(url: string, question: ModelListRequest): Promise<JsonValue> {
  const { provider, connection, keyHint, signal } = question;
  const bounded = limitFetch(question.fetch, LONGEST_LIST);
  const createError = (cause: unknown, answer: object = {}): ModelError => {
    const error = Object.assign(new Error(url, { cause }), { url, message: '', ...answer });
    const called = { provider, model: 'its list of models', keyHint };
    return toModelError(error, called, Date.now());
  };
  try {
    const headers = { accept: 'application/json', ...buildAuthHeaders(connection) };
    // Redirects are refused, because a redirect could send the API key to another host.
    const response = await bounded(url, { headers, redirect: 'manual', signal });
    const { ok, status } = response;
    const text = await response.text();
    if (ok) return parseJson(text) ?? null;
    if (status < 400 || status === 404 || status === 405)
      throw createNoModelListError(question, url, status);
    throw createError(undefined, { statusCode: status, responseBody: text });
  } catch (thrown) {
    if (thrown instanceof ModelError || signal.aborted) throw thrown;
    throw createError(thrown);
  }
}

function createNoModelListError(
  { provider }: ModelListRequest,
  url: string,
  status?: number,
): ModelError {
  const { origin, pathname } = new URL(url);
  const answer = status === undefined ? 'not a list' : `${status}`;
  const message = `${provider} has no list of models at ${origin}${pathname} (response: ${answer}): check the base URL`;
  return new ModelError('provider-error', message, { status });
}
