import type {
  ConversationTurn,
  ConversationTurnPage,
  TaskSummary,
} from '@timestep-ai/timestep/view';

/** A turn, and what it shows if that was loaded with the conversation. */
export interface ShownTurn {
  readonly line: TaskSummary;
  readonly loaded: Pick<ConversationTurn, 'generation' | 'items'> | undefined;
}

/**
 * Merges the loaded pages of a conversation, the newest page first, with the newest lines of its turns. Lines that are
 * older than the oldest loaded turn are left out. Without pages, no turn is shown, because it would be empty.
 */
export function mergeTurns(
  pages: readonly ConversationTurnPage[] | undefined,
  lines: readonly TaskSummary[],
): readonly ShownTurn[] {
  if (!pages) return [];
  const turns = new Map<string, ShownTurn>();
  for (const { task, generation, items } of pages.toReversed().flatMap((page) => page.turns)) {
    const loaded = items ? { generation, items } : { generation };
    turns.set(task.id, { line: task, loaded });
  }
  const hasEarlier = pages.at(-1)?.before !== undefined;
  const oldest = Math.min(...[...turns.values()].map(({ line }) => line.createdAt));
  for (const line of lines) {
    const known = turns.get(line.id);
    if (!known && hasEarlier && line.createdAt < oldest) continue;
    if (known && known.line.generation > line.generation) continue;
    turns.set(line.id, { line, loaded: known?.loaded });
  }
  return [...turns.values()].toSorted((one, other) => one.line.createdAt - other.line.createdAt);
}
