import type { ContextKind } from '#core';

/** Identifies a context item. */
export interface ContextKey {
  readonly kind: ContextKind;
  readonly name: string;
}

/** Matches a mention outside of words and addresses: `a@rule:b` is not a mention. */
const MENTION = /(?<![\p{L}\p{N}_])@(rule|ref|skill):([\w-]+)/gu;

const KINDS: Readonly<Record<string, ContextKind>> = {
  rule: 'rule',
  ref: 'reference',
  skill: 'skill',
};

/** Parses `@rule:name`, `@ref:name` and `@skill:name`, each once. Such an item need not exist. */
export function parseMentions(message: string): ContextKey[] {
  const found = new Map<string, ContextKey>();
  for (const [written, word, name = ''] of message.matchAll(MENTION)) {
    const kind = KINDS[word ?? ''];
    if (kind && !found.has(written)) found.set(written, { kind, name });
  }
  return [...found.values()];
}

/** Removes mentions from a message, because the words in them say nothing about its topic. */
export function removeMentions(message: string): string {
  return message.replaceAll(MENTION, ' ');
}
