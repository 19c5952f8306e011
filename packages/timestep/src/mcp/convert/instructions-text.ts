const MOST_CHARACTERS = 4000;

/**
 * Formats a server's `instructions` (MCP) for a system prompt. Each line is quoted, so that the
 * model does not take it for an instruction of the agent.
 */
export function formatInstructions(server: string, instructions: string): string {
  const text = instructions.trim();
  const shown =
    text.length <= MOST_CHARACTERS
      ? text
      : `${text.slice(0, MOST_CHARACTERS).toWellFormed()}\n[cut: the first ${MOST_CHARACTERS} of ${text.length} characters]`;
  const quoted = shown.split(/\r\n|[\n\r\u0085\u2028\u2029]/).map((line) => `> ${line}`.trimEnd());
  return [`The MCP server ${server} gives these instructions for its tools:`, ...quoted].join('\n');
}
