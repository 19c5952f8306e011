import { isJsonObject, type AssistantMessage, type Message } from '#core';
import { mapCallIds } from './call-ids.ts';
import {
  checkTranscriptMessages,
  createTranscriptCheck,
  hasCalls,
  type TranscriptLimits,
} from './check-transcript.ts';
import { cleanMessage } from './clean-message.ts';
import { pairResults } from './pair-results.ts';

/**
 * Returns a transcript in the form that a model provider accepts. The stored transcript is not
 * changed.
 */
export function prepareTranscript(
  messages: readonly Message[],
  limits: TranscriptLimits,
): readonly Message[] {
  // Most transcripts need no change, and preparing takes several times as long as checking.
  if (checkTranscriptMessages(createTranscriptCheck(), messages, 0, limits)) return messages;
  return repairTranscript(messages, limits);
}

/** Converts a transcript that a check has found unacceptable to a form that providers accept. */
export function repairTranscript(
  messages: readonly Message[],
  limits: TranscriptLimits,
): readonly Message[] {
  const shown = messages
    .map((message) => cleanMessage(message, limits.text))
    .filter(isSentToProvider);
  return mapCallIds(pairResults(shown), limits.callIds);
}

/** Whether a message is sent: providers refuse blank system messages and blank replies. */
function isSentToProvider(message: Message): boolean {
  switch (message.role) {
    case 'system':
      return message.content.trim() !== '';
    case 'assistant':
      return (
        (message.content ?? '').trim() !== '' || hasCalls(message) || hasProviderSummary(message)
      );
    case 'user':
    case 'tool':
      return true;
  }
}

/** Whether a reply contains a provider's own summary of earlier messages. */
function hasProviderSummary({ provider }: AssistantMessage): boolean {
  const parts = provider?.['parts'];
  return (
    Array.isArray(parts) && parts.some((part) => isJsonObject(part) && part['type'] === 'custom')
  );
}
