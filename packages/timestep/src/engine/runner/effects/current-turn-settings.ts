import type { Task, TurnSettings } from '#core';

/** Returns the session's settings for the turn, plus tools that were offered to the model since its start. */
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
