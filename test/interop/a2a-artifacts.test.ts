/** What tools and agents give, and how replies end, as the official client receives it. */
import { Message, SendMessageRequest } from '@a2a-js/sdk';
import {
  createMemoryRunner,
  functionEnvironment,
  type AgentFn,
  type AssistantMessage,
  type ToolFn,
} from '@timestep-ai/timestep';
import { createA2AHandler } from '@timestep-ai/timestep/a2a';
import { listen, type ListeningServer } from '@timestep-ai/timestep/http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { json, officialWays, streamed } from './a2a-official-ways.ts';

const BYTES = 'aGVsbG8=';

/** Gives a table in pieces, and data. */
const report: ToolFn = async (_input, { give }) => {
  const row = (text: string) => [{ type: 'text', text, media_type: 'text/csv' }] as const;
  give({ artifact_id: 'table', name: 'table.csv', parts: row('a,b\n') });
  await new Promise(setImmediate);
  give({ artifact_id: 'table', name: 'table.csv', parts: row('1,2\n') }, { append: true });
  await new Promise(setImmediate);
  give({ artifact_id: 'facts', name: 'facts', parts: [{ type: 'data', data: { rows: 1 } }] });
  return 'made';
};

const FILES: AssistantMessage['artifacts'] = [
  {
    artifact_id: 'files',
    name: 'files',
    parts: [
      file(`data:text/plain;base64,${BYTES}`, 'hello.txt'),
      file('https://files.example/hello.txt', 'far.txt'),
    ],
  },
];

const replies: Readonly<Record<string, AssistantMessage>> = {
  reject: { role: 'assistant', content: 'Not here.', reply_as: 'rejection' },
  login: { role: 'assistant', content: 'Log in.', reply_as: 'credentials-request' },
  greet: { role: 'assistant', content: 'Hi.', reply_as: 'bare-message' },
};

const model: AgentFn = (messages) => {
  const last = messages.at(-1);
  const reply = replies[typeof last?.content === 'string' ? last.content : ''];
  if (reply) return reply;
  if (last?.role === 'tool') return { role: 'assistant', content: 'Done.', artifacts: FILES };
  const call = { name: 'report', arguments: '{}' };
  const tool_calls = [{ id: 'call_1', type: 'function', function: call }] as const;
  return { role: 'assistant', content: 'I make a report.', tool_calls };
};

let listening: ListeningServer;
beforeAll(async () => {
  const environment = functionEnvironment({ report });
  const runner = createMemoryRunner({
    agents: [
      {
        name: 'clerk',
        agent: model,
        toolSite: 'server',
        limits: { max_steps: 10, time_limit_s: 60 },
        environment: () => environment,
      },
    ],
  });
  const description = {
    name: 'clerk',
    description: 'Makes reports.',
    version: '1.0.0',
    skills: [],
  };
  const handler = createA2AHandler({ runner, agent: description });
  listening = await listen(
    async (request) => (await handler(request)) ?? new Response('not found', { status: 404 }),
    { port: 0 },
  );
});
afterAll(() => listening.close(0));

describe.each(officialWays(() => `${listening.url}/`))('$name', ({ name, connect }) => {
  // 0.3 has no field for the media type of a text.
  const csv = name.includes(' 0.3') ? {} : { mediaType: 'text/csv' };
  // The client's REST of 0.3 reads neither names of files nor whether a piece follows others.
  const reads = (fields: object): object => (name.startsWith('REST 0.3') ? {} : fields);
  const GIVEN = [
    { artifactId: 'table', name: 'table.csv', parts: [{ text: 'a,b\n1,2\n', ...csv }] },
    { artifactId: 'facts', name: 'facts', parts: [{ data: { rows: 1 } }] },
    {
      artifactId: 'files',
      name: 'files',
      parts: [
        { raw: BYTES, mediaType: 'text/plain', ...reads({ filename: 'hello.txt' }) },
        {
          url: 'https://files.example/hello.txt',
          mediaType: 'text/plain',
          ...reads({ filename: 'far.txt' }),
        },
      ],
    },
  ];

  it('has the artifacts of a task, and no narration among them', async () => {
    const client = await connect();
    const task = json(await client.sendMessage(saying('go', `send ${name}`)));
    expect(task).toMatchObject({
      status: { state: 'TASK_STATE_COMPLETED' },
      artifacts: [{ artifactId: 'answer-2', parts: [{ text: 'Done.' }] }, ...GIVEN],
    });
    expect(JSON.stringify(task.history)).toContain('I make a report.');
  });

  it('has them in a stream, in pieces and whole', async () => {
    const client = await connect();
    const events = await streamed(client.sendMessageStream(saying('go', `stream ${name}`)));
    const updates = events.flatMap((event) => updateIn(event));
    expect(updates.filter(({ artifact }) => artifact.artifactId === 'table')).toMatchObject([
      { artifact: { parts: [{ text: 'a,b\n' }] } },
      { ...reads({ append: true }), artifact: { parts: [{ text: '1,2\n' }] } },
      { lastChunk: true, artifact: GIVEN[0] },
    ]);
    expect(
      updates.filter(({ lastChunk }) => lastChunk).map(({ artifact }) => artifact),
    ).toMatchObject([
      // What was said before the call is taken back.
      { artifactId: 'answer-1', parts: [{ text: '' }] },
      ...GIVEN.slice(0, 2),
      { artifactId: 'answer-2' },
      ...GIVEN.slice(2),
    ]);
    expect(JSON.stringify(events)).toContain('I make a report.');
  });

  it('knows rejections, requests for credentials and bare messages', async () => {
    const client = await connect();
    const ask = (word: string) => client.sendMessage(saying(word, `${word} ${name}`));
    expect(json(await ask('reject'))).toMatchObject({
      status: { state: 'TASK_STATE_REJECTED', message: { parts: [{ text: 'Not here.' }] } },
    });
    expect(json(await ask('login'))).toMatchObject({
      status: { state: 'TASK_STATE_AUTH_REQUIRED' },
    });
    expect(Message.toJSON((await ask('greet')) as Message)).toMatchObject({
      role: 'ROLE_AGENT',
      parts: [{ text: 'Hi.' }],
    });
  });
});

interface Update {
  readonly append?: boolean;
  readonly lastChunk?: boolean;
  readonly artifact: { readonly artifactId: string };
}

function updateIn(event: unknown): Update[] {
  const { artifactUpdate } = event as { artifactUpdate?: Update };
  return artifactUpdate ? [artifactUpdate] : [];
}

function saying(text: string, messageId: string): SendMessageRequest {
  return SendMessageRequest.fromJSON({
    message: { messageId, role: 'ROLE_USER', parts: [{ text }] },
    configuration: {},
  });
}

function file(url: string, filename: string) {
  return { type: 'file', file: { url, filename, media_type: 'text/plain' } } as const;
}
