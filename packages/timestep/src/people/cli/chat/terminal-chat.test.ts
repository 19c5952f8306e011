import { expect, it, onTestFinished } from 'vitest';
import { getText } from '#core';
import type { ServersPort } from '#people/chat';
import {
  createFixtureAgent,
  createToolCall,
  type FixtureAgent,
  type ReplyFn,
} from './conversation.fixture.ts';
import { createFixtureScreen, type FixtureScreen } from './screen.fixture.ts';
import { runTerminalChat, type ChatSession } from './terminal-chat.ts';

interface Talked extends FixtureScreen {
  readonly agent: FixtureAgent;
  readonly left: Promise<string>;
  readonly remembered: string[];
  /** Waits until a text is visible. */
  readonly see: (text: string) => Promise<void>;
}

async function talking(
  reply: ReplyFn,
  agent = createFixtureAgent(reply),
  begin: { readonly sessionId?: string; readonly isChoosing?: boolean } = {},
): Promise<Talked> {
  const remembered: string[] = [];
  const leaving = new AbortController();
  const screens: FixtureScreen[] = [];
  const left = runTerminalChat({
    openScreen(handlers) {
      const on = createFixtureScreen({ ...handlers, rows: 40 });
      screens.push(on);
      return on.screen;
    },
    session: await agent.open(begin.sessionId),
    openSession: agent.open,
    isChoosing: begin.isChoosing ?? false,
    greeting: '*Welcome.*',
    remember: (text) => remembered.push(text),
    signal: leaving.signal,
  });
  onTestFinished(async () => {
    leaving.abort();
    await left;
  });
  const [on] = screens;
  if (!on) throw new Error('no screen');
  const see = async (text: string): Promise<void> => {
    await expect
      .poll(async () => {
        on.screen.flush();
        return (await on.lines()).join('\n');
      })
      .toContain(text);
  };
  return { ...on, agent, left, remembered, see };
}

const IDLE = 'Enter: send';

it('talks, and each turn continues the one before', async () => {
  const { type, see, agent, remembered } = await talking((said) => `You said: ${said}.`);
  type('one', '\r');
  await see('You said: one.');
  await see(IDLE);
  type('two', '\r');
  await see('You said: two.');
  expect(agent.asked[1]?.map(getText)).toEqual(['one', 'You said: one.', 'two']);
  expect(remembered).toEqual(['one', 'two']);
});

it('sends what is said while the agent works to the same turn, and what is queued after it', async () => {
  const gate = Promise.withResolvers<undefined>();
  const { type, see, agent } = await talking(async (said, turn) => {
    if (turn === 1) await gate.promise;
    return `Heard ${said}.`;
  });
  type('first', '\r');
  await see('Thinking');
  type('quickly', '\r');
  type('later', '\u001b\r');
  await see('queued: later');
  gate.resolve(undefined);
  await see('Heard later.');
  const { tasks } = await agent.backend.runner.list({ principal: '', pageSize: 9 });
  expect(tasks).toHaveLength(2);
  expect(agent.asked.at(-1)?.map(getText)).toEqual([
    'first',
    'Heard first.',
    'quickly',
    'Heard quickly.',
    'later',
  ]);
});

it('stops a turn whose tool does not end, gives back what was queued, and goes on', async () => {
  const { type, see, agent, lines } = await talking((said) =>
    said === 'hang' ? createToolCall('hang') : `Heard ${said}.`,
  );
  type('hang', '\r');
  await expect.poll(() => agent.called).toEqual(['hang']);
  type('next', '\u001b\r');
  await see('queued: next');
  type('\u001b[27u');
  await see('canceled:');
  await see('› next');
  expect((await lines()).join('\n')).not.toContain('queued');
  expect(agent.asked).toHaveLength(1);
  type('\r');
  await see('Heard next.');
});

it('asks before a call, makes it once it is allowed, and asks no more in this session', async () => {
  const { type, see, agent, clock, everything } = await talking((_, turn) =>
    turn % 2 === 1 ? createToolCall('write', { to: `file ${turn}` }) : 'Written.',
  );
  type('write', '\r');
  await see('to: file 1');
  expect(agent.called).toEqual([]);
  clock.advance(300);
  type('s');
  await see('Written.');
  await see(IDLE);
  type('again', '\r');
  await expect.poll(() => agent.called).toEqual(['write', 'write']);
  await see(IDLE);
  expect((await everything()).filter((line) => line === 'Written.')).toHaveLength(2);
});

it('tells the agent why a call is denied', async () => {
  const { type, see, agent, clock } = await talking((_, turn) =>
    turn === 1 ? createToolCall('write') : 'So be it.',
  );
  type('write', '\r');
  await see('[d]eny');
  clock.advance(300);
  type('d');
  type('not today', '\r');
  await see('So be it.');
  expect(agent.called).toEqual([]);
  expect(agent.asked[1]?.map(getText).at(-1)).toContain('not today');
});

it('begins a new conversation, and goes back to the one before with the keys alive', async () => {
  const { type, see, agent } = await talking((said) => `Heard ${said}.`);
  type('one', '\r');
  await see('Heard one.');
  await see(IDLE);
  type('/clear', '\r');
  await see('A new conversation.');
  type('two', '\r');
  await see('Heard two.');
  expect(agent.asked[1]?.map(getText)).toEqual(['two']);
  await see(IDLE);
  type('/resume', '\r');
  await see('› one');
  type('\r');
  await see('Opened another conversation.');
  type('three', '\r');
  await see('Heard three.');
  expect(agent.asked[2]?.map(getText)).toEqual(['one', 'Heard one.', 'three']);
});

/** Says something while nobody looks, and waits until the turn rests. */
async function sayAway(
  agent: FixtureAgent,
  { conversation }: ChatSession,
  text: string,
): Promise<void> {
  const taskId = await conversation.send(text);
  await agent.backend.runner.waitUntilSettled(taskId, new AbortController().signal);
}

it('shows an answer that was given while nobody looked, and a call that still waits', async () => {
  const agent = createFixtureAgent((said, turn) =>
    turn === 1
      ? 'First answer.'
      : said === 'write'
        ? createToolCall('write', { to: 'x' })
        : 'Done.',
  );
  const earlier = await agent.open();
  await sayAway(agent, earlier, 'hello');
  await sayAway(agent, earlier, 'write');
  const { sessionId } = earlier.conversation;
  const { see, type, clock } = await talking(() => '', agent, { sessionId });
  await see('First answer.');
  await see('to: x');
  clock.advance(300);
  type('o');
  await expect.poll(() => agent.called).toEqual(['write']);
});

it('gives words back that are not taken', async () => {
  const { type, see, agent, lines } = await talking(() => 'never');
  await agent.backend.runner.close(0);
  type('hello', '\r');
  await see('Error: the server is shutting down');
  expect((await lines()).at(-1)).toBe('› hello');
});

it('answers commands, also while the agent works', async () => {
  const { type, see, left } = await talking(() => new Promise<never>(() => undefined));
  type('hi', '\r');
  await see('Thinking');
  type('/cost', '\r');
  await see('0 tokens,');
  type('/hlep', '\r');
  await see('Did you mean /help?');
  type('/quit', '\r');
  expect(await left).toMatch(/^[\da-f-]{36}$/);
});

it('lists the conversations to choose from', async () => {
  const agent = createFixtureAgent((said) => `Heard ${said}.`);
  const earlier = await agent.open();
  await sayAway(agent, earlier, 'hello');
  const { sessionId } = earlier.conversation;
  const { see, type, lines } = await talking(() => '', agent, { isChoosing: true });
  await see('› hello');
  expect((await lines()).join('\n')).toContain('Conversations (1 of 1)');
  type('nothing of it', '\r');
  await see('Nothing matches.');
  type('\u0015', sessionId.slice(0, 8), '\r');
  await see('Heard hello.');
});

it('goes on after an earlier turn in a conversation of its own', async () => {
  const { type, see, agent } = await talking((said) => `Heard ${said}.`);
  await see('Welcome.');
  for (const word of ['one', 'two']) {
    type(word, '\r');
    await see(`Heard ${word}.`);
    await see(IDLE);
  }
  const [, first] = (await agent.backend.runner.list({ principal: '', pageSize: 9 })).tasks;
  type(`/fork ${first?.id}`, '\r');
  await see('Opened another conversation.');
  type('three', '\r');
  await see('Heard three.');
  expect(agent.asked[2]?.map(getText)).toEqual(['one', 'Heard one.', 'three']);
});

it('sums a conversation up with its own model, and goes on from the summary', async () => {
  const { type, see, agent } = await talking((said) =>
    said.startsWith('Summarise') ? 'They greeted.' : `Heard ${said}.`,
  );
  type('hello', '\r');
  await see('Heard hello.');
  await see(IDLE);
  type('/compact names', '\r');
  await see('They greeted.');
  await see('The next turn starts with the summary');
  type('go on', '\r');
  await see('Heard go on.');
  expect(agent.asked.at(-1)?.map(getText)).toEqual([
    'Summary of the conversation so far:\n\nThey greeted.',
    'go on',
  ]);
});

it('says a prompt of a server to the agent, as if it had been written', async () => {
  const agent = createFixtureAgent((said) => `You said: ${said}.`);
  const servers: ServersPort = {
    list: () => [{ name: 'sky', state: 'connected', tools: 0, malformedTools: [] }],
    ping: () => Promise.reject(new Error('not here')),
    readLog: () => [],
    reload: () => Promise.resolve([]),
    listPrompts: () => Promise.resolve([{ name: 'look', arguments: [] }]),
    getPrompt: () => Promise.resolve([{ role: 'user', content: 'look up' }]),
  };
  const open: FixtureAgent['open'] = async (sessionId) => {
    const talk = await agent.open(sessionId);
    return { ...talk, createCommandPort: (view) => ({ ...talk.createCommandPort(view), servers }) };
  };
  const { type, see } = await talking(() => '', { ...agent, open });
  type('/prompts sky/look', '\r');
  await see('You said: look up.');
  expect(agent.asked[0]?.map(getText)).toEqual(['look up']);
});
