import { randomUUID } from 'node:crypto';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import {
  messageToAnswer,
  getFinalAnswer,
  type Question,
  type QuestionAnswer,
} from '@timestep-ai/timestep/core';
import { listen } from '@timestep-ai/timestep/http';
import { connectEnvironment, type ConnectedEnvironment } from '@timestep-ai/timestep/mcp';
import { scriptedAgent } from '@timestep-ai/timestep/model';
import type { ToolResult } from '@timestep-ai/timestep/port';
import { openMemory } from '@timestep-ai/timestep/runner';
import { expect, it, onTestFinished } from 'vitest';

const task = { id: 'task', contextId: 'context', agent: 'agent', metadata: {} };
const { signal } = new AbortController();
const DAYS = { day: { type: 'string', enum: ['Monday', 'Friday'] } } as const;
const PERSON = { name: { type: 'string' }, seats: { type: 'integer' } } as const;

/** A server of the first SDK, whose tools ask the user in the middle of a call. */
function buildServer(ran: string[]): McpServer {
  const server = new McpServer({ name: 'v1', version: '1.0.0' });
  const asks = (
    name: string,
    properties: Record<string, typeof DAYS.day | (typeof PERSON)[keyof typeof PERSON]>,
    annotations: { readonly idempotentHint?: boolean } = {},
    timeout = 60_000,
  ): void => {
    server.registerTool(name, { annotations }, async () => {
      ran.push(name);
      const requestedSchema = { type: 'object' as const, properties };
      const asked = { message: 'When?', requestedSchema };
      const { action, content } = await server.server.elicitInput(asked, { timeout });
      return { content: [{ type: 'text', text: `${action} ${JSON.stringify(content ?? null)}` }] };
    });
  };
  asks('book', DAYS);
  asks('safe', DAYS, { idempotentHint: true });
  asks('person', PERSON);
  asks('confirm', {});
  asks('hasty', DAYS, {}, 1);
  return server;
}

interface Stage {
  readonly ran: string[];
  /** A connection, as a process has that was started anew. */
  readonly connect: () => Promise<ConnectedEnvironment>;
}

async function stage(): Promise<Stage> {
  const ran: string[] = [];
  const sessions = new Map<string, WebStandardStreamableHTTPServerTransport>();
  const handle = async (request: Request): Promise<Response> => {
    const known = sessions.get(request.headers.get('mcp-session-id') ?? '');
    if (known) return known.handleRequest(request);
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      onsessioninitialized: (id) => void sessions.set(id, transport),
    });
    await buildServer(ran).connect(transport as Transport);
    return transport.handleRequest(request);
  };
  const listening = await listen(handle, { port: 0 });
  onTestFinished(() => listening.close(0));
  return {
    ran,
    async connect() {
      const environment = await connectEnvironment({ url: `${listening.url}/mcp` });
      onTestFinished(() => environment.close());
      return environment;
    },
  };
}

function call(
  environment: ConnectedEnvironment,
  name: string,
  answers: readonly QuestionAnswer[] = [],
): Promise<ToolResult> {
  const key = `key:${answers.length}`;
  return environment.callTool(
    { id: '1', name, arguments: {} },
    { key, attempt: 1, task, signal, answers },
  );
}

function questionOf({ question }: ToolResult): Question {
  if (!question) throw new Error('nothing was asked');
  return question;
}

function said(question: Question, content: string): QuestionAnswer {
  return messageToAnswer({ role: 'user', content }, question);
}

it('is a question of the call, which goes on with the answer', async () => {
  const { ran, connect } = await stage();
  const environment = await connect();
  const question = questionOf(await call(environment, 'book'));
  expect(question).toMatchObject({ text: 'When?', options: ['Monday', 'Friday'] });
  const result = await call(environment, 'book', [said(question, 'Friday')]);
  expect(result).toEqual({ content: 'accept {"day":"Friday"}' });
  expect(ran).toEqual(['book']);
});

it('takes data for a form, a no for a form without fields, and nothing for what is no data', async () => {
  const environment = await (await stage()).connect();
  const answered = async (name: string, text: string): Promise<string> => {
    const question = questionOf(await call(environment, name));
    return (await call(environment, name, [said(question, text)])).content;
  };
  expect(await answered('person', '{"name":"Ada","seats":2}')).toBe(
    'accept {"name":"Ada","seats":2}',
  );
  expect(await answered('person', 'two for Ada')).toBe('cancel null');
  expect(await answered('confirm', 'yes')).toBe('accept {}');
  expect(await answered('confirm', 'rather not')).toBe('decline null');
});

it('is made again after a restart where the tool may be called twice, and only there', async () => {
  const { ran, connect } = await stage();
  const before = await connect();
  const safe = questionOf(await call(before, 'safe'));
  const book = questionOf(await call(before, 'book'));
  const after = await connect();
  expect(await call(after, 'safe', [said(safe, 'Monday')])).toEqual({
    content: 'accept {"day":"Monday"}',
  });
  expect(await call(after, 'book', [said(book, 'Monday')])).toEqual({
    content: "book was interrupted while it waited for the user's answer, and may have run",
    isError: true,
  });
  expect(ran).toEqual(['safe', 'book', 'safe']);
});

it('tells the model what came of a server that did not wait', async () => {
  const { ran, connect } = await stage();
  const environment = await connect();
  const question = questionOf(await call(environment, 'hasty'));
  const result = await call(environment, 'hasty', [said(question, 'Friday')]);
  expect(result.content).toMatch(/timed out/);
  expect(ran).toEqual(['hasty']);
});

it('does not ask where it is open which of several calls the server asks for', async () => {
  const environment = await (await stage()).connect();
  const results = await Promise.all([call(environment, 'book'), call(environment, 'book')]);
  const contents = results.map(({ content, question }) => question?.text ?? content);
  expect(contents).toContainEqual(
    expect.stringMatching(/^cancel null\n\[the server asked the user/),
  );
});

it('keeps a call open that waits, also where what began it has ended', async () => {
  const { connect } = await stage();
  const environment = await connect();
  const stopping = new AbortController();
  const context = { key: 'k', attempt: 1, task, signal: stopping.signal };
  const asked = await environment.callTool({ id: '1', name: 'book', arguments: {} }, context);
  stopping.abort(new Error('the effect is over'));
  const question = questionOf(asked);
  const result = await call(environment, 'book', [said(question, 'Friday')]);
  expect(result).toEqual({ content: 'accept {"day":"Friday"}' });
});

it('pauses a task, and lets it go on with the answer', async () => {
  const { ran, connect } = await stage();
  const environment = await connect();
  const agent = scriptedAgent({
    rules: [
      { when: { tool_result: 'book' }, reply: 'It said {{result}}' },
      { when: { user: { contains: '' } }, reply: { call: { tool: 'book' } } },
    ],
  });
  const limits = { max_steps: 5, time_limit_s: 60 };
  const served = { name: 'agent', agent, toolSite: 'server', limits } as const;
  const backend = openMemory({
    agents: [{ ...served, environment: () => environment }],
  });
  onTestFinished(() => backend.close(0));
  const { runner } = backend;
  const from = { principal: '', agent: 'agent' };
  const begun = await runner.submit({ ...from, messageId: 'm1', message: user('book it') });
  const waiting = await runner.waitUntilSettled(begun.id, signal);
  expect(waiting.state).toBe('input-required');
  const answer = { ...from, messageId: 'm2', taskId: begun.id, message: user('Friday') };
  await runner.submit(answer);
  const done = await runner.waitUntilSettled(begun.id, signal);
  expect(getFinalAnswer(done)).toBe('It said accept {"day":"Friday"}');
  expect(ran).toEqual(['book']);
});

function user(content: string) {
  return { role: 'user', content } as const;
}
