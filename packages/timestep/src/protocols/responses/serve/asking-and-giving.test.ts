import { expect, it } from 'vitest';
import { getText, type JsonObject } from '#core';
import type { ToolFnContext } from '#engine/tools';
import { calls, idOf, outputOf, says, script, serve, type Served } from '../served.fixture.ts';
import { problemsOf, streamProblems } from '../wire-check.fixture.ts';

function travel(): Served & { readonly seen: ReturnType<typeof script>['seen'] } {
  const { agent, seen } = script(
    calls(['c_1', 'book'], ['c2', 'look']),
    says('done'),
    says('more'),
  );
  const book = (_: object, { answers: [who, seat], ask }: ToolFnContext) => {
    if (!who) return ask({ text: 'For whom?', options: ['Ada', 'Bob'] });
    return seat ? `booked for ${who.text}, ${seat.text}` : ask('Window or aisle?');
  };
  return { ...serve(agent, { tools: { book, look: () => 'seen' } }), seen };
}

it('asks in a message of the response, which is complete', async () => {
  const asked = await travel().post({ input: 'go' });
  expect(problemsOf(asked.body)).toEqual([]);
  expect(asked.body).toMatchObject({ status: 'completed' });
  expect(outputOf(asked)).toMatchObject([
    { type: 'mcp_call', name: 'book', status: 'incomplete' },
    { type: 'mcp_call', name: 'look', status: 'completed' },
    { type: 'message', content: [{ type: 'output_text', text: 'For whom? (Ada, Bob)' }] },
  ]);
});

it('goes on with the words of the next request, which may be a question again', async () => {
  const served = travel();
  const first = await served.post({ input: 'go' });
  const second = await served.post({ input: 'Ada', previous_response_id: idOf(first) });
  expect(outputOf(second)).toMatchObject([
    { type: 'mcp_call', name: 'book', status: 'incomplete' },
    { type: 'message', content: [{ text: 'Window or aisle?' }] },
  ]);
  const events = await served.stream({ input: 'aisle', previous_response_id: idOf(second) });
  expect(streamProblems(events)).toEqual([]);
  const response = events.at(-1)?.body['response'] as unknown as JsonObject;
  expect(response['output']).toMatchObject([
    { type: 'mcp_call', name: 'book', output: 'booked for Ada, aisle' },
    { type: 'message', content: [{ text: 'done' }] },
  ]);
  const { tasks } = await served.runner.list({ principal: '', pageSize: 5 });
  expect(tasks).toMatchObject([{ state: 'completed' }]);
});

it('is a question of the agent itself that the next request answers in the same task', async () => {
  const { agent, seen } = script({ ...says('Where to?'), expects_reply: true }, ({ messages }) =>
    says(`to ${messages.slice(-1).map(getText).join('')}`),
  );
  const served = serve(agent);
  const asked = await served.post({ input: 'go' });
  expect(asked.body).toMatchObject({ status: 'completed' });
  const answer = await served.post({ input: 'Rome', previous_response_id: idOf(asked) });
  expect(outputOf(answer)).toMatchObject([{ content: [{ text: 'to Rome' }] }]);
  expect(seen[1]?.messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'user']);
  const { tasks } = await served.runner.list({ principal: '', pageSize: 5 });
  expect(tasks).toHaveLength(1);
});

it('shows a call that waits for another task as one call', async () => {
  const { agent } = script(calls(['c_1', 'hire']), says('done'));
  const hire = (_: object, { awaited: [first], waitFor }: ToolFnContext) =>
    first ? `tried ${first.task_id}` : waitFor('elsewhere');
  const events = await serve(agent, { tools: { hire } }).stream({ input: 'go' });
  expect(streamProblems(events)).toEqual([]);
  const response = events.at(-1)?.body['response'] as unknown as JsonObject;
  expect(response['output']).toMatchObject([
    { type: 'mcp_call', name: 'hire', status: 'completed', output: 'tried elsewhere' },
    { type: 'message', content: [{ text: 'done' }] },
  ]);
});

const url = 'data:image/png;base64,aGk=';

function giving(): Served {
  const { agent } = script(calls(['c_1', 'draw']), {
    ...says('made'),
    artifacts: [{ artifact_id: 'own', parts: [{ type: 'text', text: 'mine' }] }],
  });
  const draw = (_: object, { give }: ToolFnContext) => {
    give({ name: 'plan.md', description: 'a plan', parts: '# Plan' });
    give({
      artifact_id: 'chart',
      parts: [
        { type: 'image_url', image_url: { url }, filename: 'chart.png' },
        { type: 'data', data: [1] },
      ],
    });
    return 'drawn';
  };
  return serve(agent, { tools: { draw } });
}

const GIVEN = [
  { type: 'mcp_call', name: 'draw', output: 'drawn' },
  {
    type: 'message',
    role: 'assistant',
    status: 'completed',
    content: [{ type: 'output_text', text: 'plan.md\n# Plan', annotations: [], logprobs: [] }],
    artifact: { artifact_id: 'plan.md', name: 'plan.md', description: 'a plan' },
  },
  {
    content: [
      {
        text: 'chart.png\n[1]',
        annotations: [
          { type: 'url_citation', start_index: 0, end_index: 9, url, title: 'chart.png' },
        ],
      },
    ],
    artifact: { artifact_id: 'chart' },
  },
  { content: [{ text: 'made' }] },
  { content: [{ text: 'mine' }], artifact: { artifact_id: 'own' } },
];

it('gives each artifact as a message of its own', async () => {
  const answer = await giving().post({ input: 'go' });
  expect(problemsOf(answer.body)).toEqual([]);
  expect(outputOf(answer)).toMatchObject(GIVEN);
});

it('gives artifacts in streams as they are when they are whole', async () => {
  const events = await giving().stream({ input: 'go' });
  expect(streamProblems(events)).toEqual([]);
  const response = events.at(-1)?.body['response'] as unknown as JsonObject;
  expect(response['output']).toMatchObject(GIVEN);
  expect(events.filter(({ event }) => event?.endsWith('annotation.added'))).toMatchObject([
    { body: { annotation: { url } } },
  ]);
});

it('does not take an artifact that is sent back for words of the agent', async () => {
  const { agent, seen } = script(says('fine'));
  const item = { type: 'message', role: 'assistant', content: 'plan.md\n# Plan' };
  const artifact = { artifact_id: 'plan.md' };
  await serve(agent).post({
    input: [
      { role: 'user', content: 'go' },
      { ...item, artifact },
      { role: 'assistant', content: 'made' },
      { role: 'user', content: 'more' },
    ],
  });
  expect(seen[0]?.messages.map(({ content }) => content)).toEqual(['go', 'made', 'more']);
});
