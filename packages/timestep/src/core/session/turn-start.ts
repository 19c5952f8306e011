import { omitUndefined } from '../data/omit-undefined.ts';
import { buildHistoryForNextTask, buildMessagesWithoutStartHistory } from '../task/continuation.ts';
import type { History } from '../message/task-history.ts';
import type { UserMessage } from '../message/message.ts';
import type { Compaction, Session } from './session.ts';
import type { StartOptions } from '../events/submission.ts';
import type { Task } from '../task/task.ts';
import type { TurnSettings } from '../task/turn-settings.ts';

/** Returns the settings that a session gives to its next turn. */
export function getTurnSettings(session: Session): TurnSettings {
  const { include, exclude, permitted, consents = [] } = session;
  const { model, toolPermission, temperature, top_p, max_output_tokens, max_steps } =
    session.settings;
  const settings = omitUndefined({ temperature, top_p, max_output_tokens });
  return {
    ...omitUndefined({ model, toolPermission }),
    ...(Object.keys(settings).length > 0 && { settings }),
    ...(max_steps !== undefined && { limits: { max_steps } }),
    include,
    exclude,
    permitted,
    ...(consents.length > 0 && { consents }),
  };
}

/** Builds the start of the next turn of a session, which continues the newest turn or the forked turn. */
export function buildTurnStart(
  session: Session,
  newestTurn: Task | undefined,
  forkedTurn?: Task,
): Required<Pick<StartOptions, 'history' | 'turn'>> {
  return {
    history: buildTurnHistory(session.compaction, newestTurn ?? forkedTurn),
    turn: getTurnSettings(session),
  };
}

/** Creates the message that replaces the turns before a compaction. */
export function createSummaryMessage(summary: string): UserMessage {
  return { role: 'user', content: `Summary of the conversation so far:\n\n${summary}` };
}

function buildTurnHistory(compaction: Compaction | undefined, last: Task | undefined): History {
  if (!compaction) return last ? buildHistoryForNextTask(last) : [];
  const summary = createSummaryMessage(compaction.summary);
  if (!last || last.id === compaction.taskId) return [summary];
  // A turn that started before the compaction does not contain the summary, so it is added.
  return last.createdAt < compaction.at
    ? [summary, ...buildMessagesWithoutStartHistory(last)]
    : buildHistoryForNextTask(last);
}
