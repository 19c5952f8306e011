import type { Item } from '../wire/response-item.ts';

/** Approval decisions at the end of a conversation that a client sent as a whole. */
export interface ReplayedDecisions {
  /** The request that the first decision answers. */
  readonly requestId: string;
  /** The decisions and the items after them. */
  readonly items: readonly Item[];
}

/** Decisions before the last item of the agent have already been applied. */
export function findDecisionsAtEnd(items: readonly Item[]): ReplayedDecisions | undefined {
  const tail = items.slice(items.findLastIndex(isFromAgent) + 1);
  const first = tail.find(({ type }) => type === 'mcp_approval_response');
  if (first?.type !== 'mcp_approval_response') return undefined;
  const asked = tail.slice(tail.findIndex(isAboutApproval));
  return {
    requestId: first.approval_request_id,
    items: asked.filter(({ type }) => type !== 'mcp_approval_request'),
  };
}

export function withoutDecisions(items: readonly Item[]): readonly Item[] {
  return items.filter(({ type }) => type !== 'mcp_approval_response');
}

function isAboutApproval({ type }: Item): boolean {
  return type === 'mcp_approval_request' || type === 'mcp_approval_response';
}

function isFromAgent(item: Item): boolean {
  if (item.type === 'message') return item.role === 'assistant';
  return !isAboutApproval(item) && item.type !== 'function_call_output';
}
