import type { Item } from '../wire/item.ts';
import { invalidValue } from '../wire/responses-error.ts';

const DEFAULT_PAGE = 20;
const LARGEST_PAGE = 100;

/** One page in the form of the public API, by default newest first. */
export function itemPage(input: readonly Item[], query: URLSearchParams): object {
  const order = query.get('order') ?? 'desc';
  if (order !== 'asc' && order !== 'desc') throw invalidValue('order', 'must be "asc" or "desc"');
  const limit = Number(query.get('limit') ?? DEFAULT_PAGE);
  if (!Number.isInteger(limit) || limit < 1 || limit > LARGEST_PAGE) {
    throw invalidValue('limit', `must be a whole number from 1 to ${LARGEST_PAGE}`);
  }
  const sorted = order === 'asc' ? input : input.toReversed();
  const after = query.get('after');
  const start = after === null ? 0 : sorted.findIndex((item) => item.id === after) + 1;
  if (after !== null && start === 0) throw invalidValue('after', 'is not an item of this list');
  const data = sorted.slice(start, start + limit);
  return {
    object: 'list',
    data,
    first_id: data.at(0)?.id ?? null,
    last_id: data.at(-1)?.id ?? null,
    has_more: start + data.length < sorted.length,
  };
}
