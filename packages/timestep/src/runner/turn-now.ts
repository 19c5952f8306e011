import type { Task, TurnSettings } from '../core/index.ts';

/**
 * What the turn of a task runs with now: what its session gave to it, and the tools that were offered to
 * the model since, which a session includes only from its next turn on.
 */
export function turnNow({ origin: { turn }, offered = [] }: Task): TurnSettings | undefined {
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
