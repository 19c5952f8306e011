import { withoutTrailing, type JsonValue } from '../../core/index.ts';
import { boundedFetch } from '../../http/index.ts';
import { errorFromThrown } from '../error-from-thrown.ts';
import { ModelError } from '../model-error.ts';
import type { Connection } from '../provider/connection.ts';
import { readModelList, type DescribedModel } from './read-model-list.ts';

/** A connection that has a list of models. */
export type ListedConnection = Exclude<Connection, { kind: 'bedrock' }>;

/** Whom to ask, and how. */
export interface ListQuestion {
  /** The name of the provider. */
  readonly provider: string;
  readonly connection: ListedConnection;
  /** Where the provider's key is looked for, in words. */
  readonly keyHint: string;
  readonly fetch: typeof globalThis.fetch;
  readonly signal: AbortSignal;
}

/** Bytes of an answer that are read: the longest lists have less than 2 MB. */
const LONGEST_LIST = 8 * 1024 * 1024;

/** Asks a provider for its models. Throws `ModelError`, whose message holds nothing of the answer. */
export async function askForModels(question: ListQuestion): Promise<readonly DescribedModel[]> {
  const { kind } = question.connection;
  const base = withoutTrailing(checkedBase(question), '/');
  const url = listUrl(base, question);
  // OpenRouter's list is public, so its key is checked by another request.
  const keyCheck = kind === 'openrouter' ? getJson(`${base}/key`, question) : undefined;
  const [body] = await Promise.all([getJson(url, question), keyCheck]);
  const models = readModelList(body, kind);
  if (models === undefined) throw noList(question, url);
  return models;
}

function listUrl(base: string, { provider, connection: { kind } }: ListQuestion): string {
  if (provider === 'ollama' && base.endsWith('/v1')) return base.replace(/\/v1$/, '/api/tags');
  if (kind === 'anthropic') return `${base}/models?limit=1000`;
  return kind === 'google' ? `${base}/models?pageSize=1000` : `${base}/models`;
}

/** The base URL, where it and the key can be sent at all: the error of `fetch` would show them. */
function checkedBase({ provider, connection, keyHint }: ListQuestion): string {
  const { baseUrl, apiKey = '' } = connection;
  const url = URL.canParse(baseUrl) ? new URL(baseUrl) : undefined;
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password) {
    const message = `the base URL of ${provider} is not one: write it as https://host/v1, without a password`;
    throw new ModelError('missing-setting', message);
  }
  if (!/^[\x21-\x7e]*$/.test(apiKey)) {
    const message = `the key of ${provider} has characters that no key has; check ${keyHint}`;
    throw new ModelError('unauthorized', message);
  }
  return baseUrl;
}

function headersFor({ kind, apiKey }: ListedConnection): Record<string, string> {
  if (apiKey === undefined) return {};
  switch (kind) {
    case 'anthropic':
      return { 'x-api-key': apiKey, 'anthropic-version': '2023-06-01' };
    case 'google':
      return { 'x-goog-api-key': apiKey };
    case 'openai':
    case 'openrouter':
    case 'openai-compatible':
      return { authorization: `Bearer ${apiKey}` };
  }
}

async function getJson(url: string, question: ListQuestion): Promise<JsonValue> {
  const { provider, connection, keyHint, signal } = question;
  const bounded = boundedFetch(question.fetch, LONGEST_LIST);
  const failed = (cause: unknown, answer: object = {}): ModelError => {
    // Without a message, which would be repeated in the sentence.
    const error = Object.assign(new Error(url, { cause }), { url, message: '', ...answer });
    const called = { provider, model: 'its list of models', keyHint };
    return errorFromThrown(error, called, Date.now());
  };
  try {
    const headers = { accept: 'application/json', ...headersFor(connection) };
    // A redirection could carry the key to another host.
    const response = await bounded(url, { headers, redirect: 'manual', signal });
    const { ok, status } = response;
    const text = await response.text();
    if (ok) return parsed(text) ?? null;
    if (status < 400 || status === 404 || status === 405) throw noList(question, url, status);
    throw failed(undefined, { statusCode: status, responseBody: text });
  } catch (thrown) {
    if (thrown instanceof ModelError || signal.aborted) throw thrown;
    throw failed(thrown);
  }
}

function parsed(text: string): JsonValue | undefined {
  try {
    const read: JsonValue = JSON.parse(text);
    return read;
  } catch {
    return undefined;
  }
}

function noList({ provider }: ListQuestion, url: string, status?: number): ModelError {
  const { origin, pathname } = new URL(url);
  const answer = status === undefined ? 'something else' : `${status}`;
  const message = `${provider} has no list of models at ${origin}${pathname} (it answered ${answer}); is the base URL right?`;
  return new ModelError('provider-error', message, { status });
}
