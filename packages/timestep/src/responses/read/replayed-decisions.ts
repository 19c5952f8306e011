import type { Item } from '../wire/item.ts';

/** A conversation that a client sent whole, and that ends in decisions about calls. */
export interface ReplayedDecisions {
  /** The request for approval that the first decision answers. */
  readonly requestId: string;
  /** The decisions, and what was said after them. */
  readonly items: readonly Item[];
}

/**
 * The decisions at the end of a conversation: nothing that the agent said or did follows them. Earlier ones are its
 * past.
 */
export function decisionsAtEnd(items: readonly Item[]): ReplayedDecisions | undefined {
  const tail = items.slice(items.findLastIndex(isOfAgent) + 1);
  const first = tail.find(({ type }) => type === 'mcp_approval_response');
  if (first?.type !== 'mcp_approval_response') return undefined;
  const asked = tail.slice(tail.findIndex(isAboutApproval));
  return {
    requestId: first.approval_request_id,
    items: asked.filter(({ type }) => type !== 'mcp_approval_request'),
  };
}

/** Items without decisions, which belong to the past of a conversation. */
export function withoutDecisions(items: readonly Item[]): readonly Item[] {
  return items.filter(({ type }) => type !== 'mcp_approval_response');
}

function isAboutApproval({ type }: Item): boolean {
  return type === 'mcp_approval_request' || type === 'mcp_approval_response';
}

function isOfAgent(item: Item): boolean {
  if (item.type === 'message') return item.role === 'assistant';
  return !isAboutApproval(item) && item.type !== 'function_call_output';
}
