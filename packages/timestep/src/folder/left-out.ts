/** A server that is not used for now, or a single tool of one. */
export interface LeftOut {
  readonly server: string;
  /** What the server calls the tool; absent: all of its tools. */
  readonly tool?: string;
  /** Why, in words that hold no address and no command: secrets may be part of those. */
  readonly why: string;
}

/** What is left out, in a line for people and models. */
export function leftOutText({ server, tool, why }: LeftOut): string {
  return tool === undefined
    ? `the tools of the MCP server ${server}: ${why}; it is tried again`
    : `the tool ${tool} of the MCP server ${server}: ${why}`;
}

/** Why a server cannot be used, from the codes of the error and not from its message. */
export function whyLeftOut(thrown: unknown): string {
  const codes = [...new Set(codesOf(thrown))];
  const said = codes.length === 0 ? '' : ` (${codes.join(', ')})`;
  return codes.includes('unauthorized')
    ? `it requires authentication${said}`
    : `it cannot be used${said}`;
}

const DEEPEST = 5;

function codesOf(thrown: unknown, depth = 0): string[] {
  if (!(thrown instanceof Error) || depth > DEEPEST) return [];
  const { code, status } = thrown as Error & { readonly code?: unknown; readonly status?: unknown };
  const own = [
    ...(typeof code === 'string' ? [code] : []),
    ...(typeof status === 'number' ? [`HTTP ${status}`] : []),
  ];
  return [...own, ...codesOf(thrown.cause, depth + 1)];
}
