import type { Servable } from '../server/index.ts';
import { createSubscribers } from './subscribers.ts';

type AgentTools = NonNullable<Servable['agentTools']>;

/** The tools that an agent offers to other agents, with change notifications. */
export interface WatchedTools extends AgentTools {
  /** Notifies subscribers if the tools have changed since the last check. */
  readonly notifyIfChanged: () => void;
}

export function createWatchedTools(now: AgentTools['list']): WatchedTools {
  const watched = createSubscribers();
  let before = '[]';
  return {
    list: now,
    watch: watched.subscribe,
    notifyIfChanged() {
      const after = JSON.stringify(now());
      const isOther = after !== before;
      before = after;
      if (isOther) watched.notify();
    },
  };
}
