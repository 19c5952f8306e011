import type { Task } from '@timestep-ai/timestep/core';
import type { ToolContext, ToolResult } from '@timestep-ai/timestep/port';
import type { Outside } from './agents.ts';
import type { KillPoints } from './kill-points.ts';
import type { StoryClient } from './story-client.ts';

export interface DelegateSite {
  readonly outside: Outside;
  /** Sends as the client of the story does; the agents are there before it. */
  readonly send: StoryClient['send'];
  readonly points: KillPoints;
}

/** What the tool `delegate` does in a call. */
export type Delegate = (
  context: Pick<ToolContext, 'key' | 'attempt' | 'awaited'>,
) => Promise<ToolResult>;

/**
 * Has another agent do the work and waits for it: its task asks first, which is answered here, and then
 * ends. However often a call is made, its message is the same.
 */
export function createDelegate({ outside, send, points }: DelegateSite): Delegate {
  return async ({ key, attempt, awaited = [] }) => {
    await outside('delegate', key, attempt);
    const last = awaited.at(-1);
    const messageId = `delegate ${key}`;
    if (last && last.state !== 'input-required') {
      const remembered = awaited.map(({ awaits }) => JSON.stringify(awaits.state)).join(' ');
      return { content: `${last.text ?? last.state}, remembering ${remembered}` };
    }
    const told = last ? { taskId: last.task_id } : {};
    const task: Task = await send({ agent: 'fellow', messageId, ...told }, last ? 'Ada' : 'help');
    points.pass('before suspending');
    return { content: '', awaits: { task_id: task.id, state: { round: awaited.length + 1 } } };
  };
}
