import type { Session } from '../core/index.ts';
import type { AgentChoices } from '../port/index.ts';
import type { CompactionOptions, Summarise } from './conversation.ts';
import { summariserOf } from './summariser.ts';

/** How a conversation is summed up: by itself, or because a person asks for it. */
export interface Compaction {
  readonly options: CompactionOptions;
  /** What is given is to be kept above all. */
  readonly summarise: (focus: string) => Summarise;
}

/** How conversations with an agent are summed up; `undefined` for a peer, which keeps its own. */
export function compactionOf(
  choices: Pick<AgentChoices, 'answers' | 'models' | 'window'>,
  session: () => Session,
  newId: () => string,
): Compaction | undefined {
  const summarise = summariserOf(choices, session, newId);
  return (
    summarise && {
      summarise,
      options: {
        window: () => choices.window(session().settings.model),
        summarise: async (messages, signal) => summarise('')(messages, signal),
      },
    }
  );
}
