import type { Message } from '#core';
import { mapCallIds, MISTRAL_IDS, PORTABLE_IDS } from './call-ids.ts';
import { cleanMessage } from './clean-message.ts';
import { pairResults } from './pair-results.ts';

/**
 * Returns the transcript as the provider takes it. `provider` is its name in the AI SDK, such as
 * `mistral.chat`. The stored transcript is not changed.
 */
export function prepareTranscript(
  messages: readonly Message[],
  provider: string,
): readonly Message[] {
  const shown = messages.map(cleanMessage).filter(isShown);
  const ids = provider.startsWith('mistral') ? MISTRAL_IDS : PORTABLE_IDS;
  return mapCallIds(pairResults(shown), ids);
}

/** Whether a message says anything. Providers refuse blank instructions and replies. */
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
