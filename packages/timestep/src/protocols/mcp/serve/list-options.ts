import type { CacheHint } from '@modelcontextprotocol/server';
import { McpError } from '../mcp-error.ts';

/** Page size and caching of an environment's lists of tools, prompts, resources and templates. */
export interface ListOptions {
  /** Entries per page (MCP, Pagination). Default: all entries in one page. */
  readonly pageSize?: number;
  /** How long clients may cache lists, and whether callers share the cache. Default: no caching. */
  readonly cacheHint?: CacheHint;
}

export type ListMethod =
  | 'tools/list'
  | 'prompts/list'
  | 'resources/list'
  | 'resources/templates/list';

/** Field of each list method's result that contains the entries. */
export const LIST_FIELDS: Readonly<Record<ListMethod, string>> = {
  'tools/list': 'tools',
  'prompts/list': 'prompts',
  'resources/list': 'resources',
  'resources/templates/list': 'resourceTemplates',
};

export function assertListOptions({ pageSize, cacheHint }: ListOptions): void {
  if (pageSize !== undefined && !(Number.isSafeInteger(pageSize) && pageSize > 0)) {
    throw new McpError('bad-definition', `lists.pageSize must be an integer of at least 1`);
  }
  const { ttlMs = 0 } = cacheHint ?? {};
  if (!(Number.isSafeInteger(ttlMs) && ttlMs >= 0)) {
    throw new McpError('bad-definition', `lists.cacheHint.ttlMs must be an integer of at least 0`);
  }
}
