import type { Message } from '#core';
import { mapCallIds, MISTRAL_IDS, PORTABLE_IDS } from './call-ids.ts';
import { cleanMessage } from './clean-message.ts';
import { pairResults } from './pair-results.ts';

/**
 * Returns a transcript in the form that a model provider accepts. `provider` is its name in the AI
 * SDK, such as `mistral.chat`. The stored transcript is not changed.
 */
export function prepareTranscript(
  messages: readonly Message[],
  provider: string,
  clean: (message: Message) => Message = cleanMessage,
): readonly Message[] {
  const shown = messages.map(clean).filter(isShown);
  const ids = provider.startsWith('mistral') ? MISTRAL_IDS : PORTABLE_IDS;
  return mapCallIds(pairResults(shown), ids);
}

/** Creates a `cleanMessage` function that cleans each message object only once. */
export function createMessageCleaner(): (message: Message) => Message {
  const cleaned = new WeakMap<Message, Message>();
  return (message) => {
    const result = cleaned.get(message) ?? cleanMessage(message);
    cleaned.set(message, result);
    return result;
  };
}

/** Whether a message is sent. Model providers refuse blank instructions and replies. */
function isShown(message: Message): boolean {
  switch (message.role) {
    case 'system':
      return message.content.trim() !== '';
    case 'assistant':
      return (
        (message.content ?? '').trim() !== '' ||
        message.tool_calls !== undefined ||
        message.provider !== undefined
      );
    case 'user':
    case 'tool':
      return true;
  }
}
