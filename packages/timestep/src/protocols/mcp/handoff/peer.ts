import type { ClientCapabilities } from '@modelcontextprotocol/server';
import { HANDOFF_EXTENSION } from '../extension.ts';

/** The MCP client of a tool call: its protocol era and its declared capabilities. */
export interface Peer {
  readonly era: 'modern' | 'legacy';
  readonly capabilities: ClientCapabilities | undefined;
}

/**
 * Returns whether a client can execute handoffs. With only the sampling capability, an editor's own model would
 * answer.
 */
export function canMakeHandoffs({ capabilities }: Peer): boolean {
  const { sampling, extensions } = capabilities ?? {};
  return sampling !== undefined && extensions?.[HANDOFF_EXTENSION] !== undefined;
}
