import type { Task, TurnSettings } from '../../core/index.ts';

/**
 * Returns the current settings of a task's turn: the session's settings plus tools offered to the
 * model since. The session itself includes offered tools only from its next turn.
 */
export function getCurrentTurnSettings({
  origin: { turn },
  offered = [],
}: Task): TurnSettings | undefined {
  if (offered.length === 0) return turn;
  const { include = [], exclude = [], permitted = [] } = turn ?? {};
  const isOffered = (kind: string, name: string): boolean =>
    kind === 'tool' && offered.includes(name);
  return {
    ...turn,
    include: [...include, ...offered.map((name) => ({ kind: 'tool', name }) as const)],
    exclude: exclude.filter(({ kind, name }) => !isOffered(kind, name)),
    permitted,
  };
}
