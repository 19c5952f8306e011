import { createHash } from 'node:crypto';
import type { Message } from '#core';

/** The form that a model provider requires of tool call ids. */
export interface CallIdRules {
  readonly pattern: RegExp;
  /** Length of the ids that replace invalid or repeated ids. */
  readonly length: number;
}

/** Tool call ids for all providers but Mistral: letters, digits, `_` and `-`, at most 40. */
export const PORTABLE_IDS: CallIdRules = { pattern: /^[A-Za-z0-9_-]{1,40}$/, length: 24 };
/** Tool call ids for Mistral, which requires nine letters or digits. */
export const MISTRAL_IDS: CallIdRules = { pattern: /^[A-Za-z0-9]{9}$/, length: 9 };

/**
 * Returns a transcript whose tool call ids have the provider's form and are unique. The results of a
 * reply must follow it in the order of its calls. An id depends only on the messages before it.
 */
export function mapCallIds(messages: readonly Message[], rules: CallIdRules): readonly Message[] {
  const used = new Set<string>();
  let ids: readonly string[] = [];
  let answered = 0;
  return messages.map((message) => {
    if (message.role === 'tool') {
      const id = ids[answered] ?? message.tool_call_id;
      answered += 1;
      return id === message.tool_call_id ? message : { ...message, tool_call_id: id };
    }
    if (message.role !== 'assistant' || !message.tool_calls) return message;
    const made = message.tool_calls.map(({ id }) => createValidCallId(id, used, rules));
    ids = made;
    answered = 0;
    if (message.tool_calls.every(({ id }, at) => made[at] === id)) return message;
    const calls = message.tool_calls.map((call, at) => ({ ...call, id: made[at] ?? call.id }));
    return { ...message, tool_calls: calls };
  });
}

function createValidCallId(
  id: string,
  used: Set<string>,
  { pattern, length }: CallIdRules,
): string {
  let made = id;
  for (let attempt = 0; !pattern.test(made) || used.has(made); attempt += 1) {
    made = createHash('sha256').update(`${attempt}:${id}`).digest('hex').slice(0, length);
  }
  used.add(made);
  return made;
}
