import { createSubscribers, type Servable } from '#serving/server';

type AgentTools = NonNullable<Servable['agentTools']>;

export interface WatchedTools extends AgentTools {
  readonly notifyIfChanged: () => void;
}

export function createWatchedTools(listTools: AgentTools['list']): WatchedTools {
  const watched = createSubscribers();
  let before = '[]';
  return {
    list: listTools,
    watch: watched.subscribe,
    notifyIfChanged() {
      const after = JSON.stringify(listTools());
      const isOther = after !== before;
      before = after;
      if (isOther) watched.notify();
    },
  };
}
