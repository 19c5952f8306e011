import { createInvalidValueError } from '../wire/responses-error.ts';
import type { Item } from '../wire/response-item.ts';

export interface PageQuery {
  readonly order: 'asc' | 'desc';
  readonly limit: number;
}

/** Reads a page query. Lists are sorted newest first by default. */
export function readPageQuery(
  query: URLSearchParams,
  defaultLimit: number,
  maxLimit: number,
): PageQuery {
  const order = query.get('order') ?? 'desc';
  if (order !== 'asc' && order !== 'desc')
    throw createInvalidValueError('order', 'must be "asc" or "desc"');
  const limit = Number(query.get('limit') ?? defaultLimit);
  if (Number.isInteger(limit) && limit >= 1 && limit <= maxLimit) return { order, limit };
  throw createInvalidValueError('limit', `must be a whole number from 1 to ${maxLimit}`);
}

export function buildListPage(data: readonly { readonly id: string }[], has_more: boolean): object {
  const [first_id, last_id] = [data.at(0)?.id ?? null, data.at(-1)?.id ?? null];
  return { object: 'list', data, first_id, last_id, has_more };
}

const DEFAULT_PAGE = 20;
const LARGEST_PAGE = 100;

/** Builds a page of items, newest first by default. */
export function buildItemPage(input: readonly Item[], query: URLSearchParams): object {
  const { order, limit } = readPageQuery(query, DEFAULT_PAGE, LARGEST_PAGE);
  const sorted = order === 'asc' ? input : input.toReversed();
  const after = query.get('after');
  const start = after === null ? 0 : sorted.findIndex((item) => item.id === after) + 1;
  if (after !== null && start === 0)
    throw createInvalidValueError('after', 'is not an item of this list');
  const data = sorted.slice(start, start + limit);
  return buildListPage(data, start + data.length < sorted.length);
}
