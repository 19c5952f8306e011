import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { describe, expect, it, onTestFinished } from 'vitest';
import { messageToAnswer, type Artifact, type QuestionAnswer } from '#core';
import type { ToolContext } from '#engine/port';
import { connectEnvironment } from '../../connect/connect-environment.ts';
import type { EnvironmentDefinition, McpTool } from '../definition.ts';
import { createEnvironmentHandler } from '../handler.ts';
import { URL_WITHIN } from '../requests.fixture.ts';
import { createLocalEnvironment } from '../local-environment.ts';

const keys: (string | undefined)[] = [];
const book: McpTool = {
  name: 'book',
  execute(_args, { answers: [who, seats], ask, key }) {
    keys.push(key);
    if (!who) return ask({ text: 'For whom?', options: ['Ada', 'Bob'], state: { kept: 1 } });
    const schema = { type: 'object', properties: { seats: { type: 'integer', minimum: 1 } } };
    if (!seats) return ask({ text: 'How many?', schema });
    return `${who.text} ${JSON.stringify([who.question.state, seats.data])}`;
  },
};

const chart: Artifact = {
  artifact_id: 'chart/1',
  name: 'chart',
  description: 'a chart',
  metadata: { own: true },
  parts: [
    { type: 'text', text: '# Title', media_type: 'text/markdown', filename: 'a.md' },
    { type: 'data', data: [1, null], metadata: { a: 1 } },
    { type: 'image_url', image_url: { url: 'data:image/png;base64,aGk=' }, filename: 'a.png' },
    { type: 'image_url', image_url: { url: 'https://x.example/a.png' } },
    { type: 'file', file: { url: 'data:application/pdf;base64,aGk=', filename: 'a.pdf' } },
    {
      type: 'file',
      file: { url: 'https://x.example/a.csv', media_type: 'text/csv' },
      metadata: { b: 2 },
    },
  ],
};
const draw: McpTool = {
  name: 'draw',
  execute(_args, { give }) {
    give(chart);
    return 'drawn';
  },
};

const wait: McpTool = { name: 'wait', execute: (_args, { waitFor }) => waitFor('t2') };

const definition: EnvironmentDefinition = {
  name: 'test',
  version: '1.0.0',
  tools: [book, draw, wait],
};
const { signal } = new AbortController();
const context: ToolContext = { key: 'k', attempt: 1, signal };

function handlerOfTest(): ReturnType<typeof createEnvironmentHandler> {
  const handler = createEnvironmentHandler(definition);
  onTestFinished(() => handler.close());
  return handler;
}

describe.each(['within the process', 'over MCP'])('our own caller %s', (way) => {
  async function environment() {
    if (way === 'within the process') return createLocalEnvironment(definition);
    const connected = await connectEnvironment({ handler: handlerOfTest() });
    onTestFinished(() => connected.close());
    return connected;
  }

  it('is given the question, and calls again with the answer', async () => {
    const call = { id: 'c', name: 'book', arguments: {} };
    const asked = await environment();
    const answers: QuestionAnswer[] = [];
    for (const content of ['Ada', '2']) {
      const { question } = await asked.callTool(call, { ...context, answers });
      if (!question) throw new Error('nothing was asked');
      answers.push(messageToAnswer({ role: 'user', content }, question));
    }
    expect(answers.map(({ question }) => question.text)).toEqual(['For whom?', 'How many?']);
    expect(await asked.callTool(call, { ...context, answers })).toEqual({
      content: 'Ada [{"kept":1},{"seats":2}]',
    });
  });

  it('is given artifacts as they are, and the model reads nothing of them', async () => {
    const call = { id: 'c', name: 'draw', arguments: {} };
    const made = await environment();
    expect(await made.callTool(call, context)).toEqual({ content: 'drawn', artifacts: [chart] });
  });
});

/** Calls as any client, whose person answers elicitations in turn. */
async function calledBy(
  mode: 'auto' | 'legacy',
  answers: readonly (
    | { readonly action: 'accept'; readonly content: object }
    | { readonly action: 'cancel' | 'decline' }
  )[],
  name = 'book',
) {
  const asked: string[] = [];
  const capabilities = answers.length > 0 ? { elicitation: { form: {} } } : {};
  const client = new Client(
    { name: 'caller', version: '1.0.0' },
    { versionNegotiation: { mode }, capabilities },
  );
  if (answers.length > 0) {
    client.setRequestHandler('elicitation/create', ({ params }) => {
      asked.push(params.message);
      const answer = answers[asked.length - 1];
      return { ...answer, action: answer?.action ?? 'cancel' } as never;
    });
  }
  const handler = handlerOfTest();
  const fetch = (input: string | URL | Request, init?: RequestInit) =>
    handler(new Request(input, init));
  await client.connect(new StreamableHTTPClientTransport(new URL(URL_WITHIN), { fetch }));
  onTestFinished(() => client.close());
  const result = await client.callTool({ name, arguments: {} });
  return { asked, result };
}

describe.each(['auto', 'legacy'] as const)('another client (%s)', (mode) => {
  const accept = (content: object) => ({ action: 'accept', content }) as const;

  it('is asked by elicitation', async () => {
    const answers = [accept({ answer: 'Ada' }), accept({ seats: 2 })];
    const { asked, result } = await calledBy(mode, answers);
    expect(asked).toEqual(['For whom? (Ada, Bob)', 'How many?']);
    expect(result.content).toEqual([{ type: 'text', text: 'Ada [{"kept":1},{"seats":2}]' }]);
  });

  it.each([
    ['cancel', 'the user did not answer: How many?'],
    ['decline', 'the user declined to answer: How many?'],
  ] as const)('is told so where its person answers %s', async (action, text) => {
    const { result } = await calledBy(mode, [accept({ answer: 'Ada' }), { action }]);
    expect(result).toMatchObject({ isError: true, content: [{ text }] });
  });

  it('is told what to do where nobody can be asked', async () => {
    const { result } = await calledBy(mode, []);
    expect(result).toMatchObject({
      isError: true,
      content: [{ text: expect.stringMatching(/For whom\?.*connect with a client that offers/) }],
    });
  });

  it('is told that a tool waits for a task, which it cannot', async () => {
    const { result } = await calledBy(mode, [], 'wait');
    expect(result).toMatchObject({
      isError: true,
      content: [
        { text: expect.stringMatching(/tool wait waits for a task, which only a call by/) },
      ],
    });
  });

  it('receives artifacts as content for its user', async () => {
    const { result } = await calledBy(mode, [], 'draw');
    const audience = { annotations: { audience: ['user'] } };
    expect(result.content).toMatchObject([
      { type: 'text', text: 'drawn' },
      { type: 'resource', resource: { mimeType: 'text/markdown', text: '# Title' }, ...audience },
      { type: 'resource', resource: { mimeType: 'application/json', text: '[1,null]' } },
      { type: 'image', mimeType: 'image/png', data: 'aGk=' },
      { type: 'resource_link', uri: 'https://x.example/a.png', name: 'chart' },
      { type: 'resource', resource: { mimeType: 'application/pdf', blob: 'aGk=' } },
      { type: 'resource_link', uri: 'https://x.example/a.csv', mimeType: 'text/csv' },
    ]);
  });
});
