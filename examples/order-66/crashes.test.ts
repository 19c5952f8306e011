import { listen, type ListeningServer } from '@timestep-ai/timestep/http';
import { afterEach, expect, it } from 'vitest';
import { parseMessageId } from './fake-model.ts';
import type { LogEvent, Service } from './log.ts';
import { openStage, pollUntil, type Stage, type StageOptions } from './stage.fixture.ts';

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

async function open(options: StageOptions = {}): Promise<Stage> {
  const stage = await openStage(options);
  closing.push(() => stage.close());
  return stage;
}

async function openSink(
  handler: (request: Request) => Promise<Response>,
): Promise<ListeningServer> {
  const sink = await listen(handler, { port: 0 });
  closing.push(() => sink.close(0));
  return sink;
}

function numbered(turns: number, prefix = 'm'): string[] {
  return Array.from({ length: turns }, (_, index) => `${prefix}${index + 1}`);
}

/** Each message once on both sides, and each reply once, in order. */
async function expectWhole(stage: Stage, taskId: string, turns: number): Promise<void> {
  const a = await stage.initiator(taskId);
  const b = await stage.responder(taskId);
  expect(a).toMatchObject({ status: 'COMPLETED', sent: numbered(turns) });
  expect(a.replies?.map(({ messageId }) => messageId)).toEqual(numbered(turns, 'r-m'));
  expect(b).toMatchObject({
    state: 'completed',
    persisted: numbered(turns),
    replies: numbered(turns, 'r-m'),
  });
}

function duplicatesAt(stage: Stage, service: Service): number {
  return stage.services.lines.filter(
    (line) => line.service === service && line.event === 'inbound_duplicate',
  ).length;
}

it('shows one reply where agent B is killed between sending it and writing down that it did', async () => {
  let url = '';
  let afterReply = async (): Promise<void> => undefined;
  const between = await openSink(async (request) => {
    const { pathname } = new URL(request.url);
    const text = await request.text();
    const headers = { 'content-type': 'application/json' };
    const answer = await fetch(url + pathname, { method: 'POST', headers, body: text });
    const said = await answer.text();
    // Agent A has it; agent B will never read the answer.
    if (text.includes('"r-m2"')) await afterReply();
    return new Response(said, { status: answer.status, headers });
  });
  const stage = await open({
    envFor(ports) {
      url = `http://127.0.0.1:${ports.agentA}`;
      return { AGENT_A_URL: between.url };
    },
  });
  afterReply = async () => {
    const { agentB } = stage.services;
    if (agentB.exits.length > 0) return;
    agentB.kill('SIGKILL');
    await pollUntil(() => agentB.exits.length === 1);
  };
  await stage.startTask({ taskId: 'demo-1', turns: 3 });
  await stage.ended('demo-1');

  await expectWhole(stage, 'demo-1', 3);
  const [killed, ...crashes] = stage.services.agentB.exits;
  expect(killed).toMatchObject({ signal: 'SIGKILL' });
  // The kill may come between the mark of the crash and the crash; neither is made again.
  expect(crashes.length).toBeLessThanOrEqual(1);
  expect(crashes.map(({ exitCode }) => exitCode)).toEqual(crashes.map(() => 1));
  // The order may end agent B while it sends the reply again.
  expect(duplicatesAt(stage, 'agent-a')).toBeGreaterThanOrEqual(1);
  // What to reply was on disk, so the model was not asked again.
  expect(stage.model.asked.map(parseMessageId)).toEqual(['m1', 'm2', 'm3']);
});

it('answers a message that comes again without a second model call, and dies of the trigger once', async () => {
  const stage = await open();
  await stage.startTask({ taskId: 'demo-1', turns: 3 });
  await stage.ended('demo-1');
  const received = stage.services.lines.filter(
    (line) => line.service === 'agent-b' && line.event === 'inbound_received',
  );
  const replyTo = `http://127.0.0.1:${stage.ports.agentA}/a2a/message/send`;
  for (const { messageId, content } of received) {
    const again = await stage.send('agentB', { taskId: 'demo-1', messageId, replyTo, content });
    expect(await again.json()).toMatchObject({ result: { status: 'received' } });
  }
  await expectWhole(stage, 'demo-1', 3);
  expect(stage.model.asked).toHaveLength(3);
  expect(stage.services.agentB.exits).toHaveLength(1);
  const late = { taskId: 'demo-1', messageId: 'm4', replyTo, content: 'one more' };
  expect(await (await stage.send('agentB', late)).json()).toMatchObject({
    error: {
      code: -32_602,
      message: expect.stringContaining('accepts no more messages') as string,
    },
  });
});

it('begins one task for first messages that come at once', async () => {
  const replies: string[] = [];
  const sink = await openSink(async (request) => {
    const { params, id } = (await request.json()) as { params: { messageId: string }; id: string };
    replies.push(params.messageId);
    return Response.json({ jsonrpc: '2.0', result: { status: 'received' }, id });
  });
  const stage = await open();
  const base = { taskId: 'at-once', replyTo: sink.url, content: 'Hello' };
  const ids = ['m1', 'm1', 'm2', 'm3', 'm2', 'm1'];
  const answers = await Promise.all(
    ids.map((messageId) => stage.send('agentB', { ...base, messageId })),
  );
  expect(answers.map(({ status }) => status)).toEqual(ids.map(() => 200));
  await pollUntil(() => replies.length >= 3);
  // The agent waits again only once it has replied to all three, and its wait has been stored.
  await expect
    .poll(() => stage.responder('at-once'))
    .toMatchObject({ state: 'input-required', persisted: { length: 3 } });

  const { persisted = [], replies: recorded = [] } = await stage.responder('at-once');
  expect(persisted.toSorted()).toEqual(['m1', 'm2', 'm3']);
  expect(recorded.toSorted()).toEqual(['r-m1', 'r-m2', 'r-m3']);
  expect(replies.toSorted()).toEqual(['r-m1', 'r-m2', 'r-m3']);
  expect(stage.model.asked).toHaveLength(3);
});

it('answers the first message at the third attempt where the model is down twice', async () => {
  const stage = await open({ model: { refuseFirst: 2 } });
  await stage.startTask({ taskId: 'demo-1', turns: 3 });
  await stage.ended('demo-1');
  await expectWhole(stage, 'demo-1', 3);
  expect(stage.model.asked.map(parseMessageId)).toEqual(['m1', 'm1', 'm1', 'm2', 'm3']);
});

it('loses nothing where agent B is down while agent A sends', async () => {
  const stage = await open({ restartPauseMs: 5000 });
  const { agentB } = stage.services;
  agentB.kill('SIGKILL');
  await pollUntil(() => agentB.exits.length === 1);
  await stage.startTask({ taskId: 'demo-1', turns: 3 });
  await stage.logged('agent-a', 'send_a2a_error', 'm1');
  await stage.ended('demo-1');
  await expectWhole(stage, 'demo-1', 3);
});

it.each<[string, (request: Request) => Promise<Response> | Response]>([
  ['fails', () => new Response('down', { status: 500 })],
  ['answers with another document', () => new Response('<p>Sign in</p>')],
  [
    'never answers',
    ({ signal }) => new Promise((_, reject) => signal.addEventListener('abort', reject)),
  ],
])(
  'answers the next message where the receiver of a reply %s, and delivers that reply once it can',
  async (_name, fail) => {
    const replies: string[] = [];
    let isBack = false;
    const sink = await openSink(async (request) => {
      const { params, id } = (await request.clone().json()) as {
        params: { messageId: string };
        id: string;
      };
      const { messageId } = params;
      if (messageId === 'r-m1' && !isBack) return fail(request);
      replies.push(messageId);
      return Response.json({ jsonrpc: '2.0', result: { status: 'received' }, id });
    });
    const stage = await open();
    const base = { taskId: 'away', replyTo: sink.url, content: 'Hello' };
    await stage.send('agentB', { ...base, messageId: 'm1' });
    await stage.logged('agent-b', 'send_a2a_start', 'r-m1');
    await stage.send('agentB', { ...base, messageId: 'm2' });
    await pollUntil(() => replies.length > 0);
    expect(replies).toEqual(['r-m2']);

    const { agentB } = stage.services;
    agentB.kill('SIGKILL');
    await pollUntil(() => agentB.exits.length === 1);
    isBack = true;
    await pollUntil(() => replies.includes('r-m1'));
    // Agent B may have ended before it recorded that r-m2 was received.
    expect(replies.filter((id) => id === 'r-m1')).toHaveLength(1);
    expect(stage.model.asked).toHaveLength(2);
  },
);

it('keeps replies that nobody asked for out of the way, and knows them after a restart', async () => {
  const stage = await open();
  const reply = { taskId: 'stray', messageId: 'r-m9', replyTo: 'http://b/', content: 'Yes?' };
  await stage.send('agentA', reply);
  const { agentA } = stage.services;
  agentA.kill('SIGKILL');
  await pollUntil(() => agentA.exits.length === 1);
  await stage.services.ready(new AbortController().signal);
  expect(await (await stage.send('agentA', reply)).json()).toMatchObject({
    result: { status: 'received' },
  });
  expect(duplicatesAt(stage, 'agent-a')).toBe(1);
  // The conversation can still be held.
  await stage.startTask({ taskId: 'stray', turns: 1 });
  await stage.ended('stray');
  const { status, replies } = await stage.initiator('stray');
  expect(status).toBe('COMPLETED');
  expect(replies?.map(({ messageId }) => messageId)).toEqual(['r-m9', 'r-m1']);
});

it.each<[Service, readonly LogEvent[], (turn: number) => string]>([
  [
    'agent-b',
    [
      'inbound_received',
      'inbound_persisted',
      'process_message_start',
      'process_message_complete',
      'message_processed',
    ],
    (turn) => `m${turn}`,
  ],
  ['agent-b', ['send_a2a_start', 'send_a2a_complete', 'reply_sent'], (turn) => `r-m${turn}`],
  ['agent-a', ['send_a2a_start', 'send_a2a_complete'], (turn) => `m${turn}`],
  ['agent-a', ['inbound_received', 'inbound_persisted'], (turn) => `r-m${turn}`],
])('goes on where %s is killed at %j', async (service, events, idOf) => {
  const due = new Map(events.map((event, index) => [`${event} ${idOf(index + 1)}`, true]));
  const stage = await open({
    onLine(line, { agentA, agentB }) {
      if (line.service !== service) return;
      if (!due.delete(`${line.event} ${line.messageId}`)) return;
      (service === 'agent-a' ? agentA : agentB).kill('SIGKILL');
    },
  });
  const turns = events.length + 1;
  await stage.startTask({ taskId: 'demo-1', turns });
  await stage.ended('demo-1');
  expect([...due.keys()]).toEqual([]);
  await expectWhole(stage, 'demo-1', turns);
  const { agentA, agentB } = stage.services;
  const killed = [...agentA.exits, ...agentB.exits].filter(({ signal }) => signal === 'SIGKILL');
  expect(killed.length).toBeGreaterThan(0);
  // A kill may come between the mark of the crash and the crash; neither is made again.
  expect(agentB.exits.filter(({ exitCode }) => exitCode === 1).length).toBeLessThanOrEqual(1);
  const probed = stage.services.lines.filter(({ event }) => event === 'inbound_replay_continue');
  expect(probed.length).toBeGreaterThan(0);
});
