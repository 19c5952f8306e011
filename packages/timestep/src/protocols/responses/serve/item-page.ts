import type { Item } from '../wire/response-item.ts';
import { createInvalidValueError } from '../wire/responses-error.ts';
import { buildListPage, readPageQuery } from './list-page.ts';

const DEFAULT_PAGE = 20;
const LARGEST_PAGE = 100;

/** By default newest first. */
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
