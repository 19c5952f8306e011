import type { GetPromptResult } from '@modelcontextprotocol/client';

/** The text of a prompt's messages, one after the other; what is not text is left out. */
export function promptText(prompt: GetPromptResult): string {
  return prompt.messages
    .flatMap(({ content }) => (content.type === 'text' ? [content.text] : []))
    .join('\n\n');
}
