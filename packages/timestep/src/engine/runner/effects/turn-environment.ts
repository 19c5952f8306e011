// Fast code: an environment or tool list that is already available is not awaited; see `call-model.ts`.
import { andThen, isThenable, type ToolSchema, type TurnSettings } from '#core';
import type { ServedAgent, ToolEnvironment } from '#engine/port';
import type { Interrupter } from '../interrupter.ts';

/** The environment and tools of an agent, as the model last received them. */
export interface TurnEnvironment {
  readonly environment: () => Promise<ToolEnvironment> | ToolEnvironment;
  readonly tools: () => ToolList;
  /** Lists the tools again. If that fails, returns the last list. */
  readonly refreshTools: () => ToolList;
}

type ToolList = Promise<readonly ToolSchema[]> | readonly ToolSchema[];

interface TurnIds {
  readonly id: string;
  readonly contextId: string;
  readonly turn: () => TurnSettings | undefined;
}

export function createTurnEnvironment(
  served: ServedAgent,
  { id, contextId, turn }: TurnIds,
  interrupter: Interrupter,
): TurnEnvironment {
  const { signal } = interrupter;
  let toolEnvironment: ToolEnvironment | undefined;
  let listed: readonly ToolSchema[] | undefined;

  function rememberEnvironment(found: ToolEnvironment): ToolEnvironment {
    toolEnvironment = found;
    return found;
  }

  function rememberTools(found: readonly ToolSchema[]): readonly ToolSchema[] {
    listed = found;
    return found;
  }

  function loadEnvironment(): Promise<ToolEnvironment> | ToolEnvironment {
    return (
      toolEnvironment ??
      andThen(interrupter.race(served.environment(contextId, id)), rememberEnvironment)
    );
  }

  function listTools(here: ToolEnvironment): ToolList {
    return andThen(interrupter.race(here.listTools(signal, turn())), rememberTools);
  }

  function reloadTools(): ToolList {
    const before = { toolEnvironment, listed };
    const lastOnes = (thrown: unknown): readonly ToolSchema[] => {
      if (signal.aborted || !before.listed) throw thrown;
      ({ toolEnvironment, listed } = before);
      return before.listed;
    };
    toolEnvironment = undefined;
    listed = undefined;
    try {
      const now = andThen(loadEnvironment(), listTools);
      return isThenable(now) ? now.catch(lastOnes) : now;
    } catch (thrown) {
      return lastOnes(thrown);
    }
  }

  return {
    environment: loadEnvironment,
    tools: () => listed ?? andThen(loadEnvironment(), listTools),
    refreshTools: reloadTools,
  };
}
