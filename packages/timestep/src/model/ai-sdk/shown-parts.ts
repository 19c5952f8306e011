import type { LanguageModelV4FilePart, LanguageModelV4TextPart } from '@ai-sdk/provider';
import type { ContentPart } from '../../core/index.ts';

type UserPart = LanguageModelV4TextPart | LanguageModelV4FilePart;

/** The files of one tool result. */
export interface ShownResult {
  readonly callId: string;
  readonly tool: string;
  readonly attachments: readonly ContentPart[];
}

/**
 * Files of tool results as parts of a message that follows the results: few providers take files within a
 * result, and all take them in a message of the user.
 */
export function shownParts(
  results: readonly ShownResult[],
  partOf: (part: ContentPart) => UserPart,
): UserPart[] {
  return results.flatMap(({ callId, tool, attachments }): UserPart[] => [
    { type: 'text', text: `Attached to the result of ${tool} (call ${callId}):` },
    ...attachments.map(partOf),
  ]);
}
