import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { expect, it, onTestFinished } from 'vitest';
import { handoffTool } from '#agents/calling';
import { ANSWERS_META, ASKS_META, HANDOFF_EXTENSION, QUESTION_META } from '../extension.ts';
import { createEnvironmentHandler } from '../serve/handler.ts';
import { URL_WITHIN } from '../serve/requests.fixture.ts';
import { outcomeToSampling, parseSamplingHandoff } from './sampling.ts';
import type { HandoffTarget } from './target.ts';

const agentUri = 'http://localhost:10000/';
const question = { text: 'For whom?' };

/** Hands off as a client that makes the handoff itself, to an agent that asks once. */
it.each(['auto', 'legacy'] as const)(
  'a question of the other agent comes back (%s)',
  async (mode) => {
    const targets: (HandoffTarget | undefined)[] = [];
    const client = new Client(
      { name: 'caller', version: '1.0.0' },
      {
        versionNegotiation: { mode },
        capabilities: { sampling: {}, extensions: { [HANDOFF_EXTENSION]: {} } },
      },
    );
    client.setRequestHandler('sampling/createMessage', ({ params }) => {
      const target = parseSamplingHandoff(params);
      targets.push(target);
      const place = { taskId: 'task', contextId: 'theirs' };
      const answer = target?.taskId === undefined ? { text: '', question } : { text: 'booked' };
      return outcomeToSampling({ ok: true, answer: { ...answer, ...place } });
    });
    const handler = createEnvironmentHandler({
      name: 'test',
      version: '1.0.0',
      handoff: handoffTool(),
    });
    onTestFinished(() => handler.close());
    const fetch = (input: string | URL | Request, init?: RequestInit) =>
      handler(new Request(input, init));
    await client.connect(new StreamableHTTPClientTransport(new URL(URL_WITHIN), { fetch }));
    onTestFinished(() => client.close());
    const call = (meta: object) =>
      client.callTool({
        name: 'handoff',
        arguments: { agent_uri: agentUri, message: 'book' },
        _meta: { [ASKS_META]: true, ...meta },
      });

    const asked = await call({});
    const state = { task_id: 'task', context_id: 'theirs' };
    expect(asked._meta?.[QUESTION_META]).toEqual({ ...question, state });
    const answers = [{ question: asked._meta?.[QUESTION_META], text: 'Ada' }];
    const done = await call({ [ANSWERS_META]: answers });
    expect(done.content).toEqual([{ type: 'text', text: 'booked' }]);
    expect(targets).toEqual([
      { agentUri, message: 'book', hops: 1 },
      { agentUri, message: 'Ada', taskId: 'task', contextId: 'theirs', hops: 1 },
    ]);
  },
);
