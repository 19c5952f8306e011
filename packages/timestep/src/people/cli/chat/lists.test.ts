import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { createFixtureAgent, createToolCall, type FixtureAgent } from './conversation.fixture.ts';
import { createFixtureScreen } from './screen.fixture.ts';
import { runTerminalChat } from './terminal-chat.ts';

const CTRL_R = '\u0012';
const CTRL_G = '\u0007';

async function open(agent: FixtureAgent, directory?: string) {
  const leaving = new AbortController();
  const screens: ReturnType<typeof createFixtureScreen>[] = [];
  const left = runTerminalChat({
    openScreen(handlers) {
      const on = createFixtureScreen({ ...handlers, rows: 40 });
      screens.push(on);
      return on.screen;
    },
    session: await agent.open(),
    openSession: agent.open,
    isChoosing: false,
    agentName: 'guide',
    ...(directory !== undefined && { directory }),
    remember: () => undefined,
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
  return { ...on, see };
}

it('opens what waits for an answer in another conversation', async () => {
  const agent = createFixtureAgent((said) =>
    said === 'pay' ? createToolCall('write', { amount: 5 }) : `Heard ${said}.`,
  );
  const away = await agent.open();
  await away.conversation.send('pay');
  const { type, see } = await open(agent);
  await expect.poll(async () => (await agent.backend.tasks.listWaiting(5)).total).toBe(1);
  type('/inbox\r');
  await see('› guide: May it call write({"amount":5})?  pay · ');
  type('\r');
  await see('Allow write?');
});

it('attaches the files that are named, and lets no message overtake another', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'timestep-named-'));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  writeFileSync(join(directory, 'notes.md'), 'The sky is blue.');
  const agent = createFixtureAgent((said) => `Heard ${said}.`);
  const { type, see, lines } = await open(agent, directory);
  type('read @not');
  await see('@notes.md');
  type('\t\rand then?\r');
  await expect.poll(() => agent.asked.at(-1)?.at(-1)?.content).toBe('and then?');
  const said = agent.asked.at(-1)?.filter(({ role }) => role === 'user');
  expect(said?.[0]?.content).toEqual([
    { type: 'text', text: 'read @notes.md' },
    { type: 'text', text: 'The sky is blue.', filename: 'notes.md' },
  ]);
  expect((await lines()).join('\n')).toContain('› read @notes.md\n  [file notes.md]');
  type('see @missing.md\r');
  await see('› see @missing.md');
});

it('says that nothing waits', async () => {
  const { type, see, lines } = await open(createFixtureAgent(() => 'Hello.'));
  type('/inbox\r');
  await see('Nothing waits for you.');
  type('\u001b[27u', 'hi\r');
  await see('Hello.');
  expect((await lines()).join('\n')).not.toContain('Waiting for you');
});

it('gives the list all that is typed after its command', async () => {
  const { type, see, lines } = await open(createFixtureAgent((said) => `Heard ${said}.`));
  type('/sessions\rmessage\r');
  await see('There is no other conversation.');
  expect((await lines()).join('\n')).toContain('/ message');
  type('\u001b[27u', 'after\r');
  await see('Heard after.');
});

it('searches the earlier messages, newest first', async () => {
  const { type, heard, lines, screen } = createFixtureScreen({
    history: ['weather in Rome', 'taxes', 'weather in Oslo', 'taxes'],
  });
  type(CTRL_R);
  const shown = (await lines()).filter((line) => /^(?:›| ) \w/.test(line));
  expect(shown.map((line) => line.slice(2))).toEqual([
    'taxes',
    'weather in Oslo',
    'weather in Rome',
  ]);
  type('weat', '\u001b[B', '\r');
  expect(heard).toEqual([]);
  type('\r');
  expect(heard).toEqual(['send weather in Rome']);
  screen.close();
});

it('keeps the text of the editor if a list is closed', async () => {
  const { type, heard, screen } = createFixtureScreen({ history: ['one'] });
  type('draft', CTRL_R, 'x', '\u0003', '!\r');
  expect(heard).toEqual(['send draft!']);
  screen.close();
});

it('takes the text that was edited elsewhere', async () => {
  const given: string[] = [];
  const { type, heard, screen, lines } = createFixtureScreen({
    editText: (text) => {
      given.push(text);
      return Promise.resolve('one\ntwo');
    },
  });
  type('draft', CTRL_G);
  await expect.poll(async () => (await lines()).join('\n')).toContain('two');
  type('\r');
  expect(given).toEqual(['draft']);
  expect(heard).toEqual(['terminal given back', 'send one\ntwo']);
  screen.close();
});

it('says why a text could not be edited elsewhere', async () => {
  const { type, screen, lines } = createFixtureScreen({
    editText: () => Promise.reject(new Error('The editor "x" failed.')),
  });
  type('draft', CTRL_G);
  await expect.poll(async () => (await lines()).join('\n')).toContain('"x" failed');
  expect((await lines()).at(-1)).toBe('› draft');
  screen.close();
});
