import type { ToolSchema, TurnSettings } from '../core/index.ts';
import type { ServedAgent, ToolEnvironment } from '../port/index.ts';
import type { Interrupter } from './interrupter.ts';

/** An agent's environment and tools, as the model last saw them; its calls use the same ones. */
export interface Surroundings {
  readonly environment: () => Promise<ToolEnvironment>;
  readonly tools: () => Promise<readonly ToolSchema[]>;
  /**
   * Lists the tools again, because they may have changed after the last step; where listing fails,
   * the last list stays.
   */
  readonly toolsNow: () => Promise<readonly ToolSchema[]>;
}

/** The task that surroundings are for. */
interface SurroundedTurn {
  readonly id: string;
  readonly contextId: string;
  readonly turn: () => TurnSettings | undefined;
}

export function createSurroundings(
  served: ServedAgent,
  { id, contextId, turn }: SurroundedTurn,
  interrupter: Interrupter,
): Surroundings {
  const { signal } = interrupter;
  let place: ToolEnvironment | undefined;
  let listed: readonly ToolSchema[] | undefined;

  async function environment(): Promise<ToolEnvironment> {
    return (place ??= await interrupter.race(served.environment(contextId, id)));
  }

  async function tools(): Promise<readonly ToolSchema[]> {
    return (listed ??= await interrupter.race((await environment()).listTools(signal, turn())));
  }

  return {
    environment,
    tools,
    async toolsNow() {
      const before = { place, listed };
      place = undefined;
      listed = undefined;
      try {
        return await tools();
      } catch (thrown) {
        if (signal.aborted || !before.listed) throw thrown;
        ({ place, listed } = before);
        return before.listed;
      }
    },
  };
}
