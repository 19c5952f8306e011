import type { ContextKind } from '../core/index.ts';

/** Which item is meant. */
export interface ContextKey {
  readonly kind: ContextKind;
  readonly name: string;
}

/** Not within a word or an address: `a@rule:b` is none. */
const MENTION = /(?<![\p{L}\p{N}_])@(rule|ref|skill):([\w-]+)/gu;

/**
 * What a message asks for by `@rule:name`, `@ref:name` or `@skill:name`, in its order and each once, whether there
 * is such an item or not. The message stays as it is. Linear in its length.
 */
export function mentionsIn(message: string): ContextKey[] {
  const found = new Map<string, ContextKey>();
  for (const [written, word, name = ''] of message.matchAll(MENTION)) {
    const kind = kindOf(word);
    if (kind && !found.has(written)) found.set(written, { kind, name });
  }
  return [...found.values()];
}

/** The message without its mentions, whose words say nothing about what is asked. */
export function withoutMentions(message: string): string {
  return message.replaceAll(MENTION, ' ');
}

function kindOf(word: string | undefined): ContextKind | undefined {
  switch (word) {
    case 'ref':
      return 'reference';
    case 'rule':
    case 'skill':
      return word;
    default:
      return undefined;
  }
}
