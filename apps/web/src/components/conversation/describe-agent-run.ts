import { getRowName } from '@timestep-ai/timestep/view';
import type { AgentCallRun } from './agent-calls.ts';

/** What an asked agent does now. `isPerson`: it waits for a person. */
export interface AgentActivity {
  readonly text: string;
  readonly isPerson: boolean;
}

/**
 * Describes what a called agent is doing, by its deepest running step. Undefined if it does nothing.
 * `progress` is its newest progress message, which is all that is known of an agent on another server.
 */
export function describeAgentRun(
  { shown, below }: AgentCallRun,
  progress?: string,
): AgentActivity | undefined {
  const running = below.filter(({ row }) => row.state === 'running' && row.kind !== 'mark');
  const newest = running.at(-1);
  if (shown.row.state !== 'running' && (shown.task || !newest)) return undefined;
  const isElsewhere = (newest ?? shown).row.remote !== undefined || !shown.task;
  const isPerson = newest?.row.kind === 'approval' || newest?.row.kind === 'question';
  if (progress !== undefined && isElsewhere && !isPerson) return { text: progress, isPerson };
  if (!newest) return { text: shown.task ? 'Begins' : 'Works', isPerson: false };
  const { row, task, agent } = newest;
  const name = getRowName(row, task?.agent);
  const isOther = shown.task !== undefined && agent !== shown.task.agent;
  return { text: isOther ? `${agent}: ${name}` : name, isPerson };
}
