import { responseOfApproval } from '../wire/approval-id.ts';
import type { Item } from '../wire/item.ts';

/** A decision that comes with the whole conversation before it, in place of the id of the response that asked. */
export interface ReplayedApproval {
  /** The response that asked. */
  readonly responseId: string;
  /** What the caller says since. */
  readonly items: readonly Item[];
}

/**
 * Finds the response that a replayed conversation ends with, where it asked for a decision that the caller now gives.
 * The conversation must show the request, as callers have it that send all that they were given.
 */
export function replayedApproval(items: readonly Item[]): ReplayedApproval | undefined {
  const since = saidSince(items);
  const decision = since.find((item) => item.type === 'mcp_approval_response');
  const id = decision?.approval_request_id;
  const isShown = items.some((item) => item.type === 'mcp_approval_request' && item.id === id);
  const responseId = isShown && id !== undefined ? responseOfApproval(id) : undefined;
  return responseId === undefined ? undefined : { responseId, items: since };
}

/** The items after the last one that the agent gave: earlier decisions and results have been heard. */
export function saidSince(items: readonly Item[]): readonly Item[] {
  return items.slice(items.findLastIndex(isOfAgent) + 1);
}

function isOfAgent(item: Item): boolean {
  switch (item.type) {
    case 'message':
      return item.role === 'assistant';
    case 'function_call':
    case 'mcp_call':
    case 'mcp_approval_request':
    case 'compaction':
      return true;
    case 'function_call_output':
    case 'mcp_approval_response':
      return false;
  }
}
