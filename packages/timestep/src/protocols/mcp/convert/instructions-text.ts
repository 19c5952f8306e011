const MOST_CHARACTERS = 4000;

/** Quotes each line of a server's instructions, so that the model does not obey them like the agent's own. */
export function formatInstructions(server: string, instructions: string): string {
  const shown = truncateTextWithAdvice(instructions.trim(), MOST_CHARACTERS);
  const quoted = shown.split(/\r\n|[\n\r\u0085\u2028\u2029]/).map((line) => `> ${line}`.trimEnd());
  return [`The MCP server ${server} gives these instructions for its tools:`, ...quoted].join('\n');
}

/** Cuts a text and appends a note about the cut. `advice` continues the note. */
export function truncateTextWithAdvice(text: string, limit: number, advice = ''): string {
  if (text.length <= limit) return text;
  return `${text.slice(0, limit).toWellFormed()}\n[cut: the first ${limit} of ${text.length} characters${advice}]`;
}
