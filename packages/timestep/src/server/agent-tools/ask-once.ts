import { answerCall } from '../../calling/index.ts';
import type { ToolCallContext } from '../../mcp/index.ts';
import { createOwnTasks } from '../../port/index.ts';
import { createMemoryRunner, systemClock } from '../../runner/index.ts';
import type { Servable } from '../serve-options.ts';

/** How an agent is asked once. */
export interface AskOnceOptions {
  /** Whether the result holds everything that was said, and not the answer alone. Default false. */
  readonly showsTurns?: boolean;
  /** Receives defects, which callers do not see. */
  readonly onError?: (thrown: unknown) => void;
}

const TOOL = { name: 'the agent', parameters: {}, prompt: '{message}' };

/**
 * Asks an agent for the caller of a tool, in a context of its own that ends with the answer and is kept
 * nowhere. Resolves to the result of the tool; what needs a person is a failure.
 */
export async function askOnce(
  agent: Pick<Servable, 'agentId' | 'loop'>,
  message: string,
  context: ToolCallContext,
  { showsTurns = false, onError }: AskOnceOptions = {},
): Promise<unknown> {
  const runner = createMemoryRunner({ agents: [agent.loop], ...(onError && { onError }) });
  try {
    return await answerCall(agent.agentId, TOOL, { message }, context, {
      clock: systemClock,
      getTasks: (principal) => createOwnTasks(runner, { principal }),
      shows: showsTurns ? 'turns' : 'answer',
    });
  } finally {
    await runner.close(0);
  }
}
