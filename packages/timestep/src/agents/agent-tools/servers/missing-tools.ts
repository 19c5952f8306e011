/** A server that cannot be used at the moment, or one of its tools. */
export interface MissingTool {
  readonly server: string;
  /** The tool's name on its server. Undefined if all its tools are unavailable. */
  readonly tool?: string;
  /** Contains no URL and no command, because these may contain secrets. */
  readonly why: string;
}

/** Formats an unavailable server or tool as a line for users and models. */
export function formatMissingTool({ server, tool, why }: MissingTool): string {
  return tool === undefined
    ? `tools of the MCP server ${server}: ${why}; it will be retried`
    : `tool ${tool} of the MCP server ${server}: ${why}`;
}
