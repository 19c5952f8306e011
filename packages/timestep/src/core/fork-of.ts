import type { SessionEvent } from './session-event.ts';
import type { Session } from './session.ts';
import type { Task } from './task.ts';

/**
 * The first events of a session that goes on after a turn of another one, or from its beginning where no
 * turn is given: everything that was changed by hand is the same in both.
 */
export function forkOf(session: Session, sessionId: string, after?: Task): readonly SessionEvent[] {
  const { agent, principal, directory, name, settings, include, exclude, permitted } = session;
  const { compaction } = session;
  const isCompacted = compaction !== undefined && (!after || after.id === compaction.taskId);
  return [
    {
      type: 'session.opened',
      sessionId,
      agent,
      principal,
      ...(directory !== undefined && { directory }),
      forkedFrom: { sessionId: session.id, ...(after && { taskId: after.id }) },
    },
    ...(name === undefined ? [] : [{ type: 'session.named', name } as const]),
    ...(Object.keys(settings).length > 0 ? [{ type: 'session.set', settings } as const] : []),
    ...include.map((item) => ({ type: 'session.included', item }) as const),
    ...exclude.map((item) => ({ type: 'session.excluded', item }) as const),
    ...permitted.map((tool) => ({ type: 'session.permitted', tool }) as const),
    // A later turn has the summary in its transcript.
    ...(isCompacted
      ? [
          {
            type: 'session.compacted',
            summary: compaction.summary,
            taskId: compaction.taskId,
          } as const,
        ]
      : []),
  ];
}
