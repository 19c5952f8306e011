import type { GetPromptResult } from '@modelcontextprotocol/client';

/** Content that is not text is omitted. */
export function getPromptText(prompt: GetPromptResult): string {
  return prompt.messages
    .flatMap(({ content }) => (content.type === 'text' ? [content.text] : []))
    .join('\n\n');
}
