import type { EntryPoint, Sender } from '#core';

const WAYS: Readonly<Record<EntryPoint, string>> = {
  'a2a-1.0': 'over A2A 1.0',
  'a2a-0.3': 'over A2A 0.3',
  acp: 'in an editor',
  agent: 'through another agent',
  agui: 'over AG-UI',
  mcp: 'over MCP',
  page: 'on the page',
  program: 'in a program',
  responses: 'over Responses',
  terminal: 'in a terminal',
};

/** Says who decided, and by which way, such as "ana, on the page". */
export function formatSender({ principal = 'a user of this server', entry }: Sender): string {
  return entry === undefined ? principal : `${principal}, ${WAYS[entry]}`;
}
