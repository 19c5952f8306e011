import type { McpServer } from '@agentclientprotocol/sdk';

/** An MCP server that a client gives to a session. */
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
  /** What the client set for it: values that appear in no message. */
  readonly secrets: readonly string[];
}

/** `undefined` for a transport that the agent did not say it takes. */
export function clientServerFrom(server: McpServer): ClientServer | undefined {
  const { name } = server;
  if ('command' in server) {
    const { command, args, env } = server;
    const variables = recordOf(env);
    const target = { command, args, env: variables };
    return { name, target, secrets: Object.values(variables) };
  }
  if (server.type !== 'http') return undefined;
  const headers = recordOf(server.headers);
  return { name, target: { url: server.url }, headers, secrets: Object.values(headers) };
}

function recordOf(
  pairs: readonly { readonly name: string; readonly value: string }[],
): Record<string, string> {
  return Object.fromEntries(pairs.map(({ name, value }) => [name, value]));
}
