import { andThen, isPending, type ToolSchema, type TurnSettings } from '../core/index.ts';
import type { ServedAgent, ToolEnvironment } from '../port/index.ts';
import type { Interrupter } from './interrupter.ts';

/** An agent's environment and tools, as the model last saw them; its calls use the same ones. */
export interface Surroundings {
  readonly environment: () => Promise<ToolEnvironment> | ToolEnvironment;
  readonly tools: () => Listed;
  /**
   * Lists the tools again, because they may have changed after the last step; where listing fails,
   * the last list stays.
   */
  readonly toolsNow: () => Listed;
}

type Listed = Promise<readonly ToolSchema[]> | readonly ToolSchema[];

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

  function keepPlace(found: ToolEnvironment): ToolEnvironment {
    place = found;
    return found;
  }

  function keepListed(found: readonly ToolSchema[]): readonly ToolSchema[] {
    listed = found;
    return found;
  }

  function environment(): Promise<ToolEnvironment> | ToolEnvironment {
    return place ?? andThen(interrupter.race(served.environment(contextId, id)), keepPlace);
  }

  function list(here: ToolEnvironment): Listed {
    return andThen(interrupter.race(here.listTools(signal, turn())), keepListed);
  }

  function toolsNow(): Listed {
    const before = { place, listed };
    const lastOnes = (thrown: unknown): readonly ToolSchema[] => {
      if (signal.aborted || !before.listed) throw thrown;
      ({ place, listed } = before);
      return before.listed;
    };
    place = undefined;
    listed = undefined;
    try {
      const now = andThen(environment(), list);
      return isPending(now) ? now.catch(lastOnes) : now;
    } catch (thrown) {
      return lastOnes(thrown);
    }
  }

  return { environment, tools: () => listed ?? andThen(environment(), list), toolsNow };
}
