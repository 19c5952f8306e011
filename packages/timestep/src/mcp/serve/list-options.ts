import type { CacheHint } from '@modelcontextprotocol/server';
import { McpError } from '../mcp-error.ts';

/** How an environment sends its lists of tools, prompts, resources and templates. */
export interface ListOptions {
  /** Entries that are sent at a time (MCP, Pagination). Default: all. */
  readonly pageSize?: number;
  /**
   * For how long clients may keep lists, and whether others may be given them, which 2026-07-28 sends along
   * (`ttlMs`, `cacheScope`). Default: they may not.
   */
  readonly cacheHint?: CacheHint;
}

/** The lists, by the methods that ask for them. */
export const LISTS = [
  'tools/list',
  'prompts/list',
  'resources/list',
  'resources/templates/list',
] as const;

export type ListMethod = (typeof LISTS)[number];

/** Throws `McpError` where lists cannot be sent so. */
export function checkListOptions({ pageSize, cacheHint }: ListOptions): void {
  if (pageSize !== undefined && !(Number.isSafeInteger(pageSize) && pageSize > 0)) {
    throw new McpError('bad-definition', `lists.pageSize must be a whole number from 1 on`);
  }
  const { ttlMs = 0 } = cacheHint ?? {};
  if (!(Number.isSafeInteger(ttlMs) && ttlMs >= 0)) {
    throw new McpError('bad-definition', `lists.cacheHint.ttlMs must be a whole number from 0 on`);
  }
}
