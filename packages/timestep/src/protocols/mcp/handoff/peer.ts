import type { ClientCapabilities } from '@modelcontextprotocol/server';
import { HANDOFF_EXTENSION } from '../extension.ts';

/** The client of a tool call: its protocol era and its declared capabilities. */
export interface Peer {
  readonly era: 'modern' | 'legacy';
  readonly capabilities: ClientCapabilities | undefined;
}

/** With sampling alone, an editor would answer with its own model for the other agent. */
export function canMakeHandoffs({ capabilities }: Peer): boolean {
  const { sampling, extensions } = capabilities ?? {};
  return sampling !== undefined && extensions?.[HANDOFF_EXTENSION] !== undefined;
}
