import type { Replay } from 'timestep/core';

export interface CrashTool {
  readonly name: string;
  /** What may be done about a call that was cut off. */
  readonly replay?: Replay;
  readonly needsApproval?: boolean;
}

/** The tools that the agent calls side by side. */
export const TOOLS: readonly CrashTool[] = [
  { name: 'look', replay: 'safe' },
  { name: 'book', replay: 'key' },
  { name: 'order', replay: 'probe' },
  { name: 'shout', replay: 'never' },
  { name: 'undeclared' },
  { name: 'pay', replay: 'key', needsApproval: true },
  { name: 'handoff', replay: 'key' },
];

/** The agent that calls the tools, the one it hands work to, and one that only talks. */
export const AGENTS = ['subject', 'helper', 'talker'] as const;

/** Whether what a tool did before a crash may show in what the model reads of it. */
export function mayBeInterrupted({ replay = 'never' }: CrashTool): boolean {
  return replay === 'never';
}
