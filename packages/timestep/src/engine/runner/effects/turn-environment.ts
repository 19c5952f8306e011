// Fast code: an environment or tool list that is already available is not awaited; see `call-model.ts`.
import { andThen, isThenable, type Task, type ToolSchema } from '#core';
import type { ServedAgent, ToolEnvironment } from '#engine/port';
import type { Interrupter } from '../interrupter.ts';
import { getCurrentTurnSettings } from './current-turn-settings.ts';

/** The environment and tools of an agent, as the model last received them. */
export interface TurnEnvironment {
  environment(): Promise<ToolEnvironment> | ToolEnvironment;
  tools(): ToolList;
  /** Lists the tools again. If that fails, returns the last list. */
  refreshTools(): ToolList;
}

type ToolList = Promise<readonly ToolSchema[]> | readonly ToolSchema[];

export function createTurnEnvironment(
  served: ServedAgent,
  target: { readonly task: Task },
  interrupter: Interrupter,
): TurnEnvironment {
  return new CachedTurnEnvironment(served, target, interrupter);
}

/** It is a class, because closures take several times the memory. */
class CachedTurnEnvironment implements TurnEnvironment {
  declare readonly served: ServedAgent;
  declare readonly target: { readonly task: Task };
  declare readonly interrupter: Interrupter;
  declare found: ToolEnvironment | undefined;
  declare listed: readonly ToolSchema[] | undefined;

  constructor(served: ServedAgent, target: { readonly task: Task }, interrupter: Interrupter) {
    this.served = served;
    this.target = target;
    this.interrupter = interrupter;
    this.found = undefined;
    this.listed = undefined;
  }

  environment(): Promise<ToolEnvironment> | ToolEnvironment {
    if (this.found) return this.found;
    const { contextId, id } = this.target.task;
    return andThen(
      this.interrupter.race(this.served.environment(contextId, id)),
      (found) => (this.found = found),
    );
  }

  tools(): ToolList {
    return this.listed ?? andThen(this.environment(), (found) => this.listToolsOf(found));
  }

  refreshTools(): ToolList {
    const { found, listed } = this;
    const lastOnes = (thrown: unknown): readonly ToolSchema[] => {
      if (this.interrupter.signal.aborted || !listed) throw thrown;
      this.found = found;
      this.listed = listed;
      return listed;
    };
    this.found = undefined;
    this.listed = undefined;
    try {
      const now = this.tools();
      return isThenable(now) ? now.catch(lastOnes) : now;
    } catch (thrown) {
      return lastOnes(thrown);
    }
  }

  listToolsOf(found: ToolEnvironment): ToolList {
    const { signal } = this.interrupter;
    const turn = getCurrentTurnSettings(this.target.task);
    const listing = this.interrupter.race(found.listTools(signal, turn));
    return andThen(listing, (listed) => (this.listed = listed));
  }
}
