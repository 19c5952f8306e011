import { isJsonObject, omitUndefined, type JsonObject, type JsonValue } from '#core';
import type { Connection } from '../provider/connection.ts';
import type { ModelFacts } from '../provider/price-list.ts';

export interface DescribedModel extends ModelFacts {
  readonly id: string;
}

const WINDOW_FIELDS = [
  'context_length',
  'context_window',
  'max_context_length',
  'max_model_len',
  'max_input_tokens',
  'inputTokenLimit',
];

/** Parses a list of models, newest first if it has dates. Undefined if the body is no such list. */
export function parseModelList(
  body: JsonValue,
  kind: Connection['kind'],
): readonly DescribedModel[] | undefined {
  const list = findModelArray(body);
  if (list === undefined) return undefined;
  return list
    .filter(isJsonObject)
    .filter((entry) => kind !== 'google' || generatesText(entry))
    .toSorted((one, other) => getCreationTime(other) - getCreationTime(one))
    .flatMap((entry) => parseModelEntry(entry, kind));
}

function findModelArray(body: JsonValue): readonly JsonValue[] | undefined {
  const { data, models } = isJsonObject(body) ? body : { data: body, models: null };
  return [data, models].find(isArray);
}

function isArray(value: JsonValue | undefined): value is readonly JsonValue[] {
  return Array.isArray(value);
}

function generatesText({ supportedGenerationMethods: methods }: JsonObject): boolean {
  return !Array.isArray(methods) || methods.includes('generateContent');
}

function getCreationTime({ created, created_at, modified_at }: JsonObject): number {
  if (typeof created === 'number') return created * 1000;
  const text = created_at ?? modified_at;
  const time = typeof text === 'string' ? Date.parse(text) : Number.NaN;
  return Number.isNaN(time) ? 0 : time;
}

function parseModelEntry(entry: JsonObject, kind: Connection['kind']): DescribedModel[] {
  const id = entry['id'] ?? entry['name'];
  if (typeof id !== 'string' || id === '') return [];
  const contextWindow = WINDOW_FIELDS.map((field) => entry[field]).find(isPositiveNumber);
  const prices = kind === 'openrouter' ? parsePrices(entry['pricing']) : {};
  const name = kind === 'google' ? id.replace(/^models\//, '') : id;
  return [{ id: name, ...prices, ...omitUndefined({ contextWindow }) }];
}

function isPositiveNumber(value: JsonValue | undefined): value is number {
  return typeof value === 'number' && value > 0;
}

/** Parses OpenRouter's prices: US dollars per token as text. A negative price is omitted. */
function parsePrices(pricing: JsonValue | undefined): ModelFacts {
  if (!isJsonObject(pricing)) return {};
  const [inputPrice, outputPrice] = [pricing['prompt'], pricing['completion']].map((price) => {
    const dollars = typeof price === 'string' && price !== '' ? Number(price) : Number.NaN;
    return dollars >= 0 ? Number((dollars * 1_000_000).toPrecision(6)) : undefined;
  });
  return omitUndefined({ inputPrice, outputPrice });
}
