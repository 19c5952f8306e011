import { expect, it } from 'vitest';
import { agentOf, calling, type Reply } from './conversation.fixture.ts';
import { talkThroughPipes } from './talk-through-pipes.ts';

async function piped(reply: Reply, isJson = false, agent = agentOf(reply)) {
  let [stdout, stderr] = ['', ''];
  const code = await talkThroughPipes({
    conversation: agent.open('s1'),
    prompt: 'hello',
    isJson,
    write: (text) => {
      stdout += text;
    },
    complain: (text) => {
      stderr += text;
    },
    signal: new AbortController().signal,
  });
  return { code, stdout, stderr, agent };
}

it('writes the answer, and nothing that came before it', async () => {
  const answering: Reply = (_, turn) =>
    turn % 2 === 1
      ? { say: 'I look.', call: { tool: 'look' } }
      : `Answer ${turn}.\n\n\u001b]52;c;aGk=\u0007Bye.`;
  const first = await piped(answering);
  expect(first).toMatchObject({ code: 0, stdout: 'Answer 2.\n\nBye.\n', stderr: '' });
  const second = await piped(answering, false, first.agent);
  expect(second).toMatchObject({ code: 0, stdout: 'Answer 4.\n\nBye.\n', stderr: '' });
});

it('writes every event as a line of JSON', async () => {
  const { code, stdout } = await piped(() => 'Hello.', true);
  const events = stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as { readonly type: string; readonly taskId: string });
  expect(code).toBe(0);
  expect(events.map(({ type }) => type)).toEqual([
    'task.submitted',
    'message.received',
    'prompt.loaded',
    'model.started',
    'model.replied',
    'task.finished',
  ]);
  expect(new Set(events.map(({ taskId }) => taskId)).size).toBe(1);
});

it('says why there is no answer', async () => {
  const failed = await piped(() => new Error('the model is away'));
  expect(failed).toMatchObject({ code: 1, stdout: '' });
  expect(failed.stderr).toMatch(/^timestep: .*the model is away/);
});

it('does not wait for a person, and says who must decide about what', async () => {
  const { code, stdout, stderr, agent } = await piped(() => calling('write', { to: 'x' }));
  expect({ code, stdout }).toEqual({ code: 4, stdout: '' });
  expect(stderr).toMatch(
    /^timestep: write \{"to":"x"\} \(call_1_1\) needs a yes: timestep tasks resume \S+ --approve call_1_1\n$/,
  );
  const { tasks } = await agent.runner.list({ principal: '', pageSize: 2 });
  expect(tasks.map(({ state }) => state)).toEqual(['input-required']);
});
