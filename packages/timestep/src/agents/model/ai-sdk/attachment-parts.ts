import type { LanguageModelV4FilePart, LanguageModelV4TextPart } from '@ai-sdk/provider';
import type { ContentPart } from '../../../core/index.ts';

type UserPart = LanguageModelV4TextPart | LanguageModelV4FilePart;

/** The files attached to one tool result. */
export interface ResultAttachments {
  readonly callId: string;
  readonly tool: string;
  readonly attachments: readonly ContentPart[];
}

/**
 * Converts the files of tool results to parts of a user message that follows the results. Few
 * providers accept files in a tool result; all accept files in a user message.
 */
export function attachmentsToParts(
  results: readonly ResultAttachments[],
  toPart: (part: ContentPart) => UserPart,
): UserPart[] {
  return results.flatMap(({ callId, tool, attachments }): UserPart[] => [
    { type: 'text', text: `Attached to the result of ${tool} (call ${callId}):` },
    ...attachments.map(toPart),
  ]);
}
