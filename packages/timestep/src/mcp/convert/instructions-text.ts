/** The most characters of a server's instructions that a model reads. */
const MOST_CHARACTERS = 4000;

/**
 * What a server says of its use (MCP, `instructions`), as a part of a system prompt: under the name by which
 * the agent knows the server, and quoted, so that no line of it passes for a rule of the agent.
 */
export function instructionsText(server: string, instructions: string): string {
  const text = instructions.trim();
  const shown =
    text.length <= MOST_CHARACTERS
      ? text
      : `${text.slice(0, MOST_CHARACTERS).toWellFormed()}\n[cut: the first ${MOST_CHARACTERS} of ${text.length} characters]`;
  const quoted = shown.split(/\r\n|[\n\r\u0085\u2028\u2029]/).map((line) => `> ${line}`.trimEnd());
  return [`The MCP server ${server} says of the use of its tools:`, ...quoted].join('\n');
}
