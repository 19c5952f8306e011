import type { ConversationSummary } from '@timestep-ai/timestep/view';

/** The turn at which one conversation branches off another. */
export interface BranchPoint {
  readonly chatId: string;
  /** Id of the turn before; undefined for the first turn. */
  readonly after: string | undefined;
}

/** The conversations that go on differently from the same turn, oldest first, and the shown one of them. */
export interface Branches {
  readonly chats: readonly Pick<ConversationSummary, 'id' | 'agent' | 'principal'>[];
  /** Index of the shown conversation. */
  readonly index: number;
}

/**
 * Returns the point at which conversations with different versions of a turn's message branch off. For the
 * first turn of a forked conversation, it is the point of the fork in the original. `before` is as for
 * `findBranches`.
 */
export function getBranchPoint(
  { id, forkedFrom }: Pick<ConversationSummary, 'id' | 'forkedFrom'>,
  previousTurnId: string | undefined,
): BranchPoint {
  return previousTurnId === undefined && forkedFrom
    ? { chatId: forkedFrom.sessionId, after: forkedFrom.taskId }
    : { chatId: id, after: previousTurnId };
}

/**
 * Finds the conversations that contain another version of a turn's message: forks of the same earlier turn,
 * and the conversation from which they were forked. `before` is the id of that earlier turn; undefined for
 * the first turn.
 */
export function findBranches(
  chats: readonly ConversationSummary[],
  chat: ConversationSummary,
  previousTurnId: string | undefined,
): Branches | undefined {
  const { chatId: originId, after } = getBranchPoint(chat, previousTurnId);
  const origin = originId === chat.id ? chat : chats.find(({ id }) => id === originId);
  const forks = chats
    .filter((one) => one.forkedFrom?.sessionId === originId && one.forkedFrom.taskId === after)
    .toSorted((one, other) => one.createdAt - other.createdAt);
  const all = [...(origin ? [origin] : []), ...forks];
  const index = all.findIndex(({ id }) => id === chat.id);
  return all.length > 1 && index !== -1 ? { chats: all, index } : undefined;
}
