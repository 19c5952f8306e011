import type { Message, UserMessage } from './message.ts';

/** Kind of a context item: a text or a tool that can be selected for the model. */
export type ContextKind = 'rule' | 'reference' | 'skill' | 'tool';

/** Why an item was selected: by its author (`always`), the session, a mention, or the ranker (`agent`). */
export type ContextReason = 'always' | 'session' | 'mention' | 'agent';

/** A context item that was selected for the model. */
export interface ContextItem {
  readonly kind: ContextKind;
  readonly name: string;
  readonly reason: ContextReason;
  /** Relevance score of the item, on the ranker's own scale. */
  readonly score?: number;
  /** Text of the item for the model. Undefined for tools and for items the model already has. */
  readonly text?: string;
}

/** A context item that almost had the score to be selected. */
export interface OmittedItem extends Pick<ContextItem, 'kind' | 'name'> {
  readonly score: number;
  /** Minimum score with which the item would have been selected. */
  readonly floor: number;
}

/** The context items selected for one message. */
export interface ContextSelection {
  readonly items: readonly ContextItem[];
  /** Names of the tools that the model sees. Undefined: all tools. */
  readonly tools?: readonly string[];
  readonly ranker?: string;
  /** The best items that were not selected. Only if scores of items are probabilities. */
  readonly omitted?: readonly OmittedItem[];
  /** Remark for people about the selection, such as an embedding failure. */
  readonly note?: string;
}

const TITLES: Readonly<Record<ContextKind, string>> = {
  rule: 'Rule',
  reference: 'Reference',
  skill: 'Skill',
  tool: 'Tool',
};

/** Builds a message of the role `user` that contains the selected texts. */
export function buildContextMessage({ items }: ContextSelection): UserMessage | undefined {
  const texts = items.flatMap(({ kind, name, text }) =>
    text === undefined ? [] : [`${TITLES[kind]} (${name}):\n${text}`],
  );
  return texts.length === 0 ? undefined : { role: 'user', content: texts.join('\n\n') };
}

/** Returns the index of the newest message that a user wrote, or -1. Messages that contain selected context are ignored. */
export function findQuestionIndex(messages: readonly Message[]): number {
  return messages.findLastIndex((one) => one.role === 'user' && one.is_context === undefined);
}
