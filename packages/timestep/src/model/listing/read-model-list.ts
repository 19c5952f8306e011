import { isJsonObject, type JsonObject, type JsonValue } from '../../core/index.ts';
import type { Connection } from '../provider/connection.ts';
import type { ModelFacts } from '../provider/price-list.ts';

/** A model as its provider describes it. */
export interface DescribedModel extends ModelFacts {
  readonly id: string;
}

/** The names that providers and servers give to the size of the window. */
const WINDOW_FIELDS = [
  'context_length',
  'context_window',
  'max_context_length',
  'max_model_len',
  'max_input_tokens',
  'inputTokenLimit',
];

/**
 * Reads a list of models as OpenAI, Anthropic, Google, OpenRouter, Ollama and servers like theirs write
 * it: the newest first where it says when they were made, else in its order. `undefined` where it is
 * something else.
 */
export function readModelList(
  body: JsonValue,
  kind: Connection['kind'],
): readonly DescribedModel[] | undefined {
  const list = listIn(body);
  if (list === undefined) return undefined;
  const entries = list.filter(isJsonObject).filter((entry) => kind !== 'google' || replies(entry));
  const newestFirst = entries.toSorted((one, other) => madeAt(other) - madeAt(one));
  return newestFirst.flatMap((entry) => described(entry, kind));
}

function listIn(body: JsonValue): readonly JsonValue[] | undefined {
  if (isArray(body)) return body;
  if (!isJsonObject(body)) return undefined;
  const { data, models } = body;
  if (isArray(data)) return data;
  return isArray(models) ? models : undefined;
}

function isArray(value: JsonValue | undefined): value is readonly JsonValue[] {
  return Array.isArray(value);
}

/** Google lists models for embeddings and images as well, and says what each is for. */
function replies({ supportedGenerationMethods: methods }: JsonObject): boolean {
  return !Array.isArray(methods) || methods.includes('generateContent');
}

function madeAt({ created, created_at, modified_at }: JsonObject): number {
  if (typeof created === 'number') return created * 1000;
  const text = created_at ?? modified_at;
  const time = typeof text === 'string' ? Date.parse(text) : Number.NaN;
  return Number.isNaN(time) ? 0 : time;
}

function described(entry: JsonObject, kind: Connection['kind']): DescribedModel[] {
  const id = entry['id'] ?? entry['name'];
  if (typeof id !== 'string' || id === '') return [];
  const contextWindow = WINDOW_FIELDS.map((field) => entry[field]).find(isCount);
  const facts: ModelFacts = {
    ...(kind === 'openrouter' && pricesIn(entry['pricing'])),
    ...(contextWindow !== undefined && { contextWindow }),
  };
  return [{ id: kind === 'google' ? id.replace(/^models\//, '') : id, ...facts }];
}

function isCount(value: JsonValue | undefined): value is number {
  return typeof value === 'number' && value > 0;
}

/** OpenRouter writes dollars for one token, as text; less than nothing means that it depends. */
function pricesIn(pricing: JsonValue | undefined): ModelFacts {
  if (!isJsonObject(pricing)) return {};
  const [inputPrice, outputPrice] = [pricing['prompt'], pricing['completion']].map((price) => {
    const dollars = typeof price === 'string' && price !== '' ? Number(price) : Number.NaN;
    return dollars >= 0 ? Number((dollars * 1_000_000).toPrecision(6)) : undefined;
  });
  return {
    ...(inputPrice !== undefined && { inputPrice }),
    ...(outputPrice !== undefined && { outputPrice }),
  };
}
