import type { Message } from './message.ts';

/** The kinds of things that an agent may know or use. */
export type ContextKind = 'rule' | 'reference' | 'skill' | 'tool';

/**
 * Why a thing was chosen: its author says so for all messages, the session includes it, the message
 * mentions it, or it is relevant to the message.
 */
export type ContextReason = 'always' | 'session' | 'mention' | 'agent';

/** One thing that was chosen for the model to know or use. */
export interface ContextItem {
  readonly kind: ContextKind;
  readonly name: string;
  readonly reason: ContextReason;
  /** How relevant the ranker found it; on the ranker's own scale. */
  readonly score?: number;
  /** What the model reads of it; absent where the model already has it, and for tools. */
  readonly text?: string;
}

/** What was chosen for the model to know in answer to one message. */
export interface ContextSelection {
  readonly items: readonly ContextItem[];
  /** The tools that the model sees, by name; absent: all. */
  readonly tools?: readonly string[];
  /** What ranked the items, with its version. */
  readonly ranker?: string;
  /** What people should know of the choice, such as a failure of embeddings. */
  readonly note?: string;
}

const TITLES: Readonly<Record<ContextKind, string>> = {
  rule: 'Rule',
  reference: 'Reference',
  skill: 'Skill',
  tool: 'Tool',
};

/** The chosen texts as the message that stands before the user's; `undefined` where there are none. */
export function contextMessage({ items }: ContextSelection): Message | undefined {
  const texts = items.flatMap(({ kind, name, text }) =>
    text === undefined ? [] : [`${TITLES[kind]} (${name}):\n${text}`],
  );
  return texts.length === 0 ? undefined : { role: 'user', content: texts.join('\n\n') };
}
