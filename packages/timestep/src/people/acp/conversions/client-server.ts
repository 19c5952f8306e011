import type { McpServer } from '@agentclientprotocol/sdk';

/** An MCP server that a client passes to a session. */
export interface ClientServer {
  readonly name: string;
  readonly target:
    | {
        readonly command: string;
        readonly args: readonly string[];
        readonly env: Readonly<Record<string, string>>;
      }
    | { readonly url: string };
  readonly headers?: Readonly<Record<string, string>>;
  /** Values of environment variables and headers, to be masked in all messages. */
  readonly secrets: readonly string[];
}

/** Converts an MCP server of the client. Returns undefined for an unsupported transport. */
export function toClientServer(server: McpServer): ClientServer | undefined {
  const { name } = server;
  if ('command' in server) {
    const { command, args, env } = server;
    const variables = pairsToRecord(env);
    const target = { command, args, env: variables };
    return { name, target, secrets: Object.values(variables) };
  }
  if (server.type !== 'http') return undefined;
  const headers = pairsToRecord(server.headers);
  return { name, target: { url: server.url }, headers, secrets: Object.values(headers) };
}

function pairsToRecord(
  pairs: readonly { readonly name: string; readonly value: string }[],
): Record<string, string> {
  return Object.fromEntries(pairs.map(({ name, value }) => [name, value]));
}
