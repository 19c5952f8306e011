import type { LanguageModelV4FilePart, LanguageModelV4TextPart } from '@ai-sdk/provider';
import type { ContentPart } from '#core';

type UserPart = LanguageModelV4TextPart | LanguageModelV4FilePart;

export interface ResultAttachments {
  readonly callId: string;
  readonly tool: string;
  readonly attachments: readonly ContentPart[];
}

/** Moves files of tool results to a user message, as few providers accept files in tool results. */
export function attachmentsToParts(
  results: readonly ResultAttachments[],
  toPart: (part: ContentPart) => UserPart,
): UserPart[] {
  return results.flatMap(({ callId, tool, attachments }): UserPart[] => [
    { type: 'text', text: `Attached to the result of ${tool} (call ${callId}):` },
    ...attachments.map(toPart),
  ]);
}
