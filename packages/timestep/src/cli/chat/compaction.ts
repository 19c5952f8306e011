import type { CompactionOptions, Summarise } from '../../chat/index.ts';
import type { Session } from '../../core/index.ts';
import type { ConversationAgent } from './chat-agent.ts';
import { summariserOf } from './summariser.ts';

/** How a conversation is summed up: by itself, or because a person asks for it. */
export interface Compaction {
  readonly options: CompactionOptions;
  /** What is given is to be kept above all. */
  readonly summarise: (focus: string) => Summarise;
}

/** How conversations with an agent are summed up; `undefined` for a peer, which keeps its own. */
export function compactionOf(
  agent: ConversationAgent,
  session: () => Session,
  newId: () => string,
): Compaction | undefined {
  const summarise = summariserOf(agent, session, newId);
  return (
    summarise && {
      summarise,
      options: {
        window: () => windowOf(agent, session().settings.model),
        summarise: async (messages, signal) => summarise('')(messages, signal),
      },
    }
  );
}

/** The context window of the model that answers; endless where no model reads the transcript. */
export async function windowOf(
  { models }: ConversationAgent,
  named: string | undefined,
): Promise<number> {
  const { contextWindowOrDefault } = await import('../../model/index.ts');
  return contextWindowOrDefault(named ?? models?.own(), models?.env());
}
