/** The official MCP clients, with a common interface for tool calls. */
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as TransportV1 } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { ElicitRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { onTestFinished } from 'vitest';

/** The answer of a user at the client; undefined: the client does not support elicitation. */
export type Person = (message: string) => { readonly answer: string } | undefined;

interface Told {
  readonly text: string;
  readonly data: Record<string, unknown> | undefined;
  readonly isError: boolean;
}

type OnMessage = (message: string) => void;

export interface Caller {
  /** Calls a tool. Progress messages are passed on, if a function for them is given. */
  readonly call: (name: string, args: object, onMessage?: OnMessage) => Promise<Told>;
}

interface CallerOptions {
  readonly name?: string;
  readonly person?: Person;
}

export const CLIENTS = [
  [
    'SDK 2 in its newest revision',
    (url: string, options: CallerOptions) => v2('auto', url, options),
  ],
  [
    'SDK 2 in the 2025 revision',
    (url: string, options: CallerOptions) => v2('legacy', url, options),
  ],
  ['SDK 1', v1],
] as const;

async function v2(mode: 'auto' | 'legacy', url: string, options: CallerOptions): Promise<Caller> {
  const { name = 'ada', person } = options;
  const capabilities = person ? { elicitation: { form: {} } } : {};
  const client = new Client(
    { name: 'v2', version: '1' },
    { versionNegotiation: { mode }, capabilities },
  );
  if (person) {
    client.setRequestHandler('elicitation/create', ({ params }) =>
      elicited(person, params.message),
    );
  }
  const requestInit = { headers: { 'x-name': name } };
  await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit }));
  onTestFinished(() => client.close());
  return callerOf(client);
}

async function v1(url: string, { name = 'ada', person }: CallerOptions): Promise<Caller> {
  const capabilities = person ? { elicitation: {} } : {};
  const client = new ClientV1({ name: 'v1', version: '1' }, { capabilities });
  if (person) {
    client.setRequestHandler(ElicitRequestSchema, ({ params }) => elicited(person, params.message));
  }
  const requestInit = { headers: { 'x-name': name } };
  await client.connect(new TransportV1(new URL(url), { requestInit }) as Transport);
  onTestFinished(() => client.close());
  return callerOf(client);
}

/** A client that starts a process, and a function that kills that process. */
export async function overStdio(
  command: string,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<Caller & { readonly kill: () => Promise<void> }> {
  const transport = new StdioClientTransport({ command, args: [...args], env: { ...env } });
  const client = new Client(
    { name: 'stdio', version: '1' },
    { versionNegotiation: { mode: 'auto' } },
  );
  await client.connect(transport);
  onTestFinished(() => client.close());
  return {
    ...(await callerOf(client)),
    async kill() {
      const { pid } = transport;
      if (pid === null) throw new Error('the process has ended');
      const closed = new Promise<void>((resolve) => {
        client.onclose = resolve;
      });
      process.kill(pid, 'SIGKILL');
      await closed;
    },
  };
}

/** After listing tools, the clients check results against the schemas. */
async function callerOf(
  client: Pick<Client, 'callTool' | 'listTools'> | ClientV1,
): Promise<Caller> {
  await client.listTools();
  return {
    async call(tool, args, onMessage) {
      const asked = { name: tool, arguments: { ...args } };
      if (!onMessage) return toldBy(await client.callTool(asked));
      const onprogress = ({ message = '' }): void => onMessage(message);
      return toldBy(await callWithProgress(client, asked, onprogress));
    },
  };
}

function callWithProgress(
  client: Pick<Client, 'callTool'> | ClientV1,
  asked: { readonly name: string; readonly arguments: Record<string, unknown> },
  onprogress: (progress: { readonly message?: string | undefined }) => void,
): Promise<object> {
  return client instanceof ClientV1
    ? client.callTool(asked, undefined, { onprogress })
    : client.callTool(asked, { onprogress });
}

function elicited(person: Person | undefined, message: string) {
  const content = person?.(message);
  return content ? ({ action: 'accept', content } as const) : ({ action: 'decline' } as const);
}

function toldBy(result: object): Told {
  const {
    content,
    structuredContent,
    isError = false,
  } = result as {
    readonly content: readonly { readonly text?: string }[];
    readonly structuredContent?: Record<string, unknown>;
    readonly isError?: boolean;
  };
  return { text: content[0]?.text ?? '', data: structuredContent, isError };
}
