import { invalidValue } from '../wire/responses-error.ts';

/** How a list is read: newest or oldest first, and how many at a time. */
export interface PageQuery {
  readonly order: 'asc' | 'desc';
  readonly limit: number;
}

/** Reads `order` and `limit`; by default the newest first. */
export function pageQuery(query: URLSearchParams, usual: number, most: number): PageQuery {
  const order = query.get('order') ?? 'desc';
  if (order !== 'asc' && order !== 'desc') throw invalidValue('order', 'must be "asc" or "desc"');
  const limit = Number(query.get('limit') ?? usual);
  if (Number.isInteger(limit) && limit >= 1 && limit <= most) return { order, limit };
  throw invalidValue('limit', `must be a whole number from 1 to ${most}`);
}

/** A page of a list in the form of the public API. */
export function listPage(data: readonly { readonly id: string }[], has_more: boolean): object {
  const [first_id, last_id] = [data.at(0)?.id ?? null, data.at(-1)?.id ?? null];
  return { object: 'list', data, first_id, last_id, has_more };
}
