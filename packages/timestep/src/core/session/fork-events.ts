import type { SessionEvent } from './session-event.ts';
import type { Session } from './session.ts';
import type { Task } from '../task/task.ts';

/**
 * Builds the first events of a session that continues another session, after one of its turns or
 * from its start.
 */
export function buildForkEvents(
  session: Session,
  sessionId: string,
  afterTurn?: Task,
): readonly SessionEvent[] {
  const {
    agent,
    principal,
    directory,
    name,
    settings,
    include,
    exclude,
    permitted,
    consents = [],
  } = session;
  const compactions = session.compaction ? [session.compaction] : [];
  return [
    {
      type: 'session.opened',
      sessionId,
      agent,
      principal,
      ...(directory !== undefined && { directory }),
      forkedFrom: { sessionId: session.id, ...(afterTurn && { taskId: afterTurn.id }) },
    },
    ...(name === undefined ? [] : [{ type: 'session.named', name } as const]),
    ...(Object.keys(settings).length > 0 ? [{ type: 'session.set', settings } as const] : []),
    ...include.map((item) => ({ type: 'session.included', item }) as const),
    ...exclude.map((item) => ({ type: 'session.excluded', item }) as const),
    ...permitted.map((tool) => ({ type: 'session.permitted', tool }) as const),
    ...consents.map((consent) => ({ type: 'session.consented', consent }) as const),
    // A compaction before the last copied turn is left out: the transcript of that turn contains the summary.
    ...compactions
      .filter(({ taskId }) => !afterTurn || afterTurn.id === taskId)
      .map(({ summary, taskId }) => ({ type: 'session.compacted', summary, taskId }) as const),
  ];
}
