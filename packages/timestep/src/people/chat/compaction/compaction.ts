import type { Session } from '../../../core/index.ts';
import type { AgentChoices } from '../../../engine/port/index.ts';
import type { CompactionOptions, Summarize } from '../conversation/conversation.ts';
import { createSessionSummarizer } from './session-summarizer.ts';

export interface Compaction {
  readonly options: CompactionOptions;
  /** Creates a summarizer. `focus` names what the summary must retain. */
  readonly createSummarizer: (focus: string) => Summarize;
}

/** Returns undefined for a remote agent, which stores its own conversations. */
export function createCompaction(
  choices: Pick<AgentChoices, 'answers' | 'models' | 'getContextWindow'>,
  session: () => Session,
  newId: () => string,
): Compaction | undefined {
  const summarize = createSessionSummarizer(choices, session, newId);
  return (
    summarize && {
      createSummarizer: summarize,
      options: {
        window: () => choices.getContextWindow(session().settings.model),
        summarize: async (messages, signal) => summarize('')(messages, signal),
      },
    }
  );
}
