import { continuationOf, ownContinuationOf } from './continue.ts';
import type { History } from './history.ts';
import type { UserMessage } from './message.ts';
import type { Compaction, Session } from './session.ts';
import type { StartOptions } from './submission.ts';
import type { Task } from './task.ts';
import type { TurnSettings } from './turn-settings.ts';

/** What the session's turns run with as it is now. */
export function turnOf(session: Session): TurnSettings {
  const { include, exclude, permitted } = session;
  const { model, toolPermission, temperature, top_p, max_output_tokens, max_steps } =
    session.settings;
  const settings = {
    ...(temperature !== undefined && { temperature }),
    ...(top_p !== undefined && { top_p }),
    ...(max_output_tokens !== undefined && { max_output_tokens }),
  };
  return {
    ...(model !== undefined && { model }),
    ...(toolPermission !== undefined && { toolPermission }),
    ...(Object.keys(settings).length > 0 && { settings }),
    ...(max_steps !== undefined && { limits: { max_steps } }),
    include,
    exclude,
    permitted,
  };
}

/**
 * What a session gives to its next turn. `newest` is its newest turn, however that ended; `forked` is
 * the turn that the session was forked after, which is continued while the session has no turn of its
 * own. A compaction takes the place of the turns that it reaches over.
 */
export function startOfTurn(
  session: Session,
  newest: Task | undefined,
  forked?: Task,
): Required<Pick<StartOptions, 'history' | 'turn'>> {
  return { history: historyOf(session.compaction, newest ?? forked), turn: turnOf(session) };
}

/** The message that stands for the turns that were compacted. */
export function summaryMessage(summary: string): UserMessage {
  return { role: 'user', content: `Summary of the conversation so far:\n\n${summary}` };
}

function historyOf(compaction: Compaction | undefined, last: Task | undefined): History {
  if (!compaction) return last ? continuationOf(last) : [];
  const summary = summaryMessage(compaction.summary);
  if (!last || last.id === compaction.taskId) return [summary];
  // A turn that began before the compaction was recorded does not begin with the summary itself.
  return last.createdAt < compaction.at
    ? [summary, ...ownContinuationOf(last)]
    : continuationOf(last);
}
