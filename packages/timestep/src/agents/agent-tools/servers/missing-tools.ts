/** A server that is currently unavailable, or one of its tools. */
export interface MissingTool {
  readonly server: string;
  /** Name of the tool on its server. Undefined if all tools of the server are unavailable. */
  readonly tool?: string;
  /** Reason in words, without URL and command, because these may contain secrets. */
  readonly why: string;
  /** Whether the server is still starting. */
  readonly isStarting?: boolean;
  /** The last lines of the server's output, with secrets masked, for people. */
  readonly lastWords?: string;
}

/** Formats an unavailable server or tool as a line for models. Contains no text of the server. */
export function formatMissingTool({ server, tool, why, isStarting }: MissingTool): string {
  const then = isStarting ? 'they can be used once it has started' : 'it will be retried';
  return tool === undefined
    ? `tools of the MCP server ${server}: ${why}; ${then}`
    : `tool ${tool} of the MCP server ${server}: ${why}`;
}

/** Formats an unavailable server or tool as a line for people, with the server's last words. */
export function formatSkippedTool(one: MissingTool): string {
  const last = one.lastWords === undefined ? '' : `; last output: ${one.lastWords}`;
  return `skipped: ${formatMissingTool(one)}${last}`;
}

/** Formats a wait for a server that takes longer than usual as a line for people. */
export function formatSlowStart(server: string, seconds: number): string {
  return `waiting for the MCP server ${server}, which has not answered for ${seconds} s`;
}
