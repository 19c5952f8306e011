import { expect, it } from 'vitest';
import { ModelError } from '#agents/model';
import { createFixtureAgent, createToolCall, type ReplyFn } from './conversation.fixture.ts';
import { sendSingleMessage } from './single-message.ts';

async function piped(
  reply: ReplyFn,
  isJson = false,
  agent = createFixtureAgent(reply),
  prompt = 'hello',
) {
  let [stdout, stderr] = ['', ''];
  const newest = (await agent.backend.sessions.list({ pageSize: 1 })).sessions[0]?.id;
  const { conversation } = await agent.open(newest);
  const code = await sendSingleMessage({
    conversation,
    prompt,
    isJson,
    resumeCommand: 'timestep chat x --resume s1',
    write: (text) => {
      stdout += text;
    },
    writeError: (text) => {
      stderr += text;
    },
    signal: new AbortController().signal,
  });
  return { code, stdout, stderr, agent };
}

it('writes the answer, and nothing that came before it', async () => {
  const answering: ReplyFn = (_, turn) =>
    turn % 2 === 1
      ? { say: 'I look.', call: { tool: 'look' } }
      : `Answer ${turn}.\n\n\u001b]52;c;aGk=\u0007Bye.`;
  const first = await piped(answering);
  expect(first).toMatchObject({
    code: 0,
    stdout: 'Answer 2.\n\n\\u{1b}]52;c;aGk=\\u{7}Bye.\n',
    stderr: '',
  });
  const second = await piped(answering, false, first.agent);
  expect(second).toMatchObject({
    code: 0,
    stdout: 'Answer 4.\n\n\\u{1b}]52;c;aGk=\\u{7}Bye.\n',
    stderr: '',
  });
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

it('says at once why the turn waits, and once for each reason', async () => {
  const away = (why: string) =>
    Object.assign(new ModelError('unreachable', why, { retryable: true }), { retryAfterMs: 1 });
  const waited = await piped((_, turn) => {
    if (turn > 3) return 'Here.';
    return away(turn < 3 ? 'nobody listens' : 'nobody answers');
  });
  expect(waited).toMatchObject({ code: 0, stdout: 'Here.\n' });
  expect(waited.stderr.trim().split('\n')).toEqual([
    expect.stringMatching(
      /^timestep: waiting for the model: .*nobody listens; the next call is at/,
    ),
    expect.stringMatching(
      /^timestep: waiting for the model: .*nobody answers; the next call is at/,
    ),
  ]);
});

const GO_ON = 'timestep chat x --resume s1';

it('does not wait for a person, and says how a call is decided about', async () => {
  const { code, stdout, stderr, agent } = await piped((_, turn) =>
    turn === 1 ? createToolCall('write', { to: 'x' }) : 'Written.',
  );
  expect({ code, stdout }).toEqual({ code: 4, stdout: '' });
  expect(stderr).toBe(
    `timestep: May I call write({"to":"x"})? This requires approval. Run: echo yes | ${GO_ON}\n`,
  );
  const { tasks } = await agent.backend.runner.list({ principal: '', pageSize: 2 });
  expect(tasks.map(({ state }) => state)).toEqual(['input-required']);
  const answered = await piped(() => '', false, agent, 'yes');
  expect(answered).toMatchObject({ code: 0, stdout: 'Written.\n', stderr: '' });
  expect(agent.called).toEqual(['write']);
});

it('says how a question is answered', async () => {
  const asking: ReplyFn = (said) =>
    said === 'hello'
      ? { role: 'assistant', content: 'Which \u001b[2Jone?', expects_reply: true }
      : `So ${said}.`;
  const { code, stdout, stderr, agent } = await piped(asking);
  expect({ code, stdout }).toEqual({ code: 4, stdout: '' });
  expect(stderr).toBe(
    `timestep: "Which \\u{1b}[2Jone?" requires an answer. Run: echo "<answer>" | ${GO_ON}\n`,
  );
  const answered = await piped(asking, false, agent, 'this');
  expect(answered).toMatchObject({ code: 0, stdout: 'So this.\n', stderr: '' });
});
