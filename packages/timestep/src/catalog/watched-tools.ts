import type { Servable } from '../server/index.ts';
import { createWatched } from './watched.ts';

type AgentTools = NonNullable<Servable['agentTools']>;

/** What an agent is for others, watched. */
export interface WatchedTools extends AgentTools {
  /** Tells those who watch, where it is something else than at the last look. */
  readonly look: () => void;
}

export function watchedTools(now: AgentTools['now']): WatchedTools {
  const watched = createWatched();
  let before = '[]';
  return {
    now,
    watch: watched.watch,
    look() {
      const after = JSON.stringify(now());
      const isOther = after !== before;
      before = after;
      if (isOther) watched.tell();
    },
  };
}
