import type { Item } from '../wire/item.ts';
import { invalidValue } from '../wire/responses-error.ts';
import { listPage, pageQuery } from './list-page.ts';

const DEFAULT_PAGE = 20;
const LARGEST_PAGE = 100;

/** One page in the form of the public API, by default newest first. */
export function itemPage(input: readonly Item[], query: URLSearchParams): object {
  const { order, limit } = pageQuery(query, DEFAULT_PAGE, LARGEST_PAGE);
  const sorted = order === 'asc' ? input : input.toReversed();
  const after = query.get('after');
  const start = after === null ? 0 : sorted.findIndex((item) => item.id === after) + 1;
  if (after !== null && start === 0) throw invalidValue('after', 'is not an item of this list');
  const data = sorted.slice(start, start + limit);
  return listPage(data, start + data.length < sorted.length);
}
