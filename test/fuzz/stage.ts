import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  Agent,
  Environment,
  scriptedAgent,
  serve,
  type AgentFn,
  type ServeOptions,
} from '@timestep-ai/timestep';

/** A secret that no response may contain: the caller's API key. */
export const CANARY = 'canary-7f3a91c2-never-to-be-told';

/** The fuzzed server. */
export interface Stage {
  readonly url: string;
  /** Answers a request in this process, without a socket. */
  readonly fetch: (request: Request) => Promise<Response>;
  /** Creates the data for placeholders such as `{task}`. */
  fresh(name: string): Promise<string>;
  /** Defects that the server reported to its operator. */
  readonly defects: readonly unknown[];
  close(): Promise<void>;
}

/** The file of the tasks, protocols beside the usual ones, and the message of each task. */
export interface StageOptions {
  readonly taskText?: string;
  readonly database?: string;
  readonly protocols?: NonNullable<ServeOptions['protocols']>;
}

/** Milliseconds after which a body that never ends is given up. */
const BODY_TIMEOUT_MS = 300;

/**
 * Serves an agent with tools, prompts and resources over all protocols, with its tasks in a file: a
 * temporary one unless its path is given.
 */
export async function openStage({
  database,
  protocols = [],
  taskText = 'hello',
}: StageOptions = {}): Promise<Stage> {
  const folder = mkdtempSync(join(tmpdir(), 'timestep-fuzz-'));
  const defects: unknown[] = [];
  const agent = new Agent({
    agentId: 'fuzzed',
    name: 'fuzzed',
    model: answering(),
    environment: environment(),
    toolSite: 'server',
  });
  const serving = await serve({
    agents: [agent],
    port: 0,
    database: database ?? join(folder, 'tasks.db'),
    protocols: ['a2a', 'agui', 'responses', ...protocols],
    apiKeys: [{ key: CANARY, principal: 'fuzz' }],
    bodyTimeoutMs: BODY_TIMEOUT_MS,
    onError: (thrown) => defects.push(thrown),
  });
  const answer = async (request: Request): Promise<Response> => serving.fetch(request);
  const ask = asking(answer);
  let made = 0;
  return {
    url: serving.url,
    fetch: answer,
    fresh(name) {
      made += 1;
      return freshOf(name, made, ask, taskText);
    },
    defects,
    async close() {
      await serving.close(0);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Repeats its messages; `book it` calls a tool that requires approval. */
function answering(): AgentFn {
  return scriptedAgent((messages) => {
    const last = messages.at(-1);
    const content = typeof last?.content === 'string' ? last.content : 'something';
    if (content !== 'book it') return `heard ${content.slice(0, 100)}`;
    const called = { name: 'book', arguments: '{"what":"a room"}' };
    return {
      role: 'assistant',
      content: null,
      tool_calls: [{ id: 'call_book', type: 'function', function: called }],
    };
  });
}

function environment(): Environment {
  return new Environment({ environmentId: 'fuzzed', humanInLoop: true })
    .tool('add', { description: 'Adds.', annotations: { readOnlyHint: true } }, ({ a, b }) =>
      String(Number(a) + Number(b)),
    )
    .tool('book', { description: 'Books.' }, () => 'booked')
    .prompt('greet', { description: 'Greets.' }, () => 'Greet them.')
    .resource('notes', { uri: 'notes://one' }, () => 'a note');
}

type Ask = (path: string, body: unknown, headers?: Record<string, string>) => Promise<Response>;

function asking(fetch: Stage['fetch']): Ask {
  return (path, body, headers = {}) =>
    fetch(
      new Request(`http://localhost${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-api-key': CANARY, ...headers },
        body: JSON.stringify(body),
      }),
    );
}

async function freshOf(name: string, made: number, ask: Ask, taskText: string): Promise<string> {
  switch (name) {
    case 'fresh':
      return `message-${made}`;
    case 'task':
      return taskOf(ask, taskText);
    case 'waiting':
      return taskOf(ask, 'book it');
    case 'response': {
      const answer = (await (await ask('/v1/responses', { input: 'hi' })).json()) as { id: string };
      return answer.id;
    }
    case 'session': {
      const params = {
        protocolVersion: '2025-11-25',
        capabilities: {},
        clientInfo: { name: 'fuzz', version: '1' },
      };
      const hello = { jsonrpc: '2.0', id: 0, method: 'initialize', params };
      const answer = await ask('/mcp', hello, { accept: 'application/json, text/event-stream' });
      await answer.text();
      return answer.headers.get('mcp-session-id') ?? 'none';
    }
    default:
      throw new Error(`nothing is called {${name}}`);
  }
}

async function taskOf(ask: Ask, text: string): Promise<string> {
  // Several servers, one after the other, may make tasks in one file.
  const message = { messageId: randomUUID(), role: 'ROLE_USER', parts: [{ text }] };
  const call = { jsonrpc: '2.0', id: 1, method: 'SendMessage', params: { message } };
  const answer = await ask('/', call, { 'a2a-version': '1.0' });
  const { result } = (await answer.json()) as { result: { task: { id: string } } };
  return result.task.id;
}
