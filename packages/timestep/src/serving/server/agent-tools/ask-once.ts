import { runToolCallAsTask } from '#agents/calling';
import type { ToolCallContext } from '#protocols/mcp';
import { createOwnTasks } from '#engine/port';
import { createMemoryRunner, systemClock } from '#engine/runner';
import type { Servable } from '../serve-options.ts';

export interface AskOnceOptions {
  /** Whether to return the whole conversation instead of only the agent's answer. Default: false. */
  readonly showsTurns?: boolean;
  /** Receives internal errors, which callers do not see. */
  readonly onError?: (thrown: unknown) => void;
}

const TOOL = { name: 'the agent', parameters: {}, prompt: '{message}' };

/**
 * Calls an agent for a tool's caller without storing the task. A question to the user is an error.
 */
export async function askOnce(
  agent: Pick<Servable, 'agentId' | 'loop'>,
  message: string,
  context: ToolCallContext,
  { showsTurns = false, onError }: AskOnceOptions = {},
): Promise<unknown> {
  const runner = createMemoryRunner({ agents: [agent.loop], ...(onError && { onError }) });
  try {
    return await runToolCallAsTask(agent.agentId, TOOL, { message }, context, {
      clock: systemClock,
      getTasks: (principal) => createOwnTasks(runner, { principal }),
      shows: showsTurns ? 'turns' : 'answer',
    });
  } finally {
    await runner.close(0);
  }
}
