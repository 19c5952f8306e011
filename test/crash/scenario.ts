import type { Replay } from 'timestep/core';

/** The tools that the agent calls, and what may be done about a call that was cut off. */
export const TOOLS: readonly { readonly name: string; readonly replay?: Replay }[] = [
  { name: 'look', replay: 'safe' },
  { name: 'book', replay: 'key' },
  { name: 'shout', replay: 'never' },
  { name: 'undeclared' },
];
