import { describe, expect, it } from 'vitest';
import type { ServerStatus } from '../port/index.ts';
import type { CommandPort } from './command-port.ts';
import { completionsOf, runSlashLine, SLASH_COMMANDS } from './commands.ts';
import { readSlashLine } from './slash-line.ts';
import { append } from '../core/index.ts';
import { EMPTY_VIEW, type ConversationView, type ViewItem } from '../view/index.ts';

const usage = { prompt_tokens: 1, completion_tokens: 2, total_tokens: 3 };
const facts = { id: 'an-item', taskId: 't1' };

/** The view of one turn: a message, its answer, 3 tokens and a price. */
const TURN: readonly ViewItem[] = [
  { ...facts, kind: 'user', text: 'hi', isSteering: false },
  { ...facts, kind: 'assistant', step: 1, attempt: 1, text: 'hello', state: 'done' },
  {
    ...facts,
    kind: 'end',
    state: 'completed',
    reason: 'final_answer',
    usage,
    costUsd: 0.5,
    durationMs: 4000,
  },
];

function viewOf(items: readonly ViewItem[]): ConversationView {
  let { settled } = EMPTY_VIEW;
  for (const item of items) settled = append(settled, item);
  return { ...EMPTY_VIEW, settled, usage, costUsd: 0.5 };
}

const NOON = Date.UTC(2026, 0, 1, 12);

const SERVERS: readonly ServerStatus[] = [
  {
    name: 'sky',
    kind: 'address',
    state: 'connected',
    tools: 2,
    malformedTools: ['bare'],
    lastPing: { at: NOON, roundTripMs: 2.5 },
  },
  {
    name: 'deaf',
    kind: 'command',
    state: 'left-out',
    tools: 0,
    malformedTools: [],
    lastError: { at: NOON, why: 'it cannot be used (ENOENT)' },
  },
  { name: 'off', state: 'disabled', tools: 0, malformedTools: [] },
];

const SERVER_LINES =
  '- `sky`: connected, 2 tools, left out: `bare`, answered in 2.5 ms\n' +
  '- `deaf`: left out, 12:00:00 it cannot be used (ENOENT)\n- `off`: switched off';

/** A surface that can do everything, and what it was asked for. */
function surface(change: Partial<CommandPort> = {}): {
  readonly port: CommandPort;
  readonly done: string[];
} {
  const done: string[] = [];
  const note = (...words: readonly unknown[]): Promise<void> => {
    done.push(words.join(' '));
    return Promise.resolve();
  };
  const port: CommandPort = {
    license: () => 'MIT License',
    view: () => viewOf(TURN),
    agent: () => [['name', 'Guide']],
    models: {
      providers: () => [
        { name: 'openai', isReady: true, keyVariable: 'OPENAI_API_KEY' },
        { name: 'ollama', isReady: true },
      ],
      list: (provider) =>
        Promise.resolve(provider === 'ollama' ? ['ollama/llama'] : ['openai/a', 'ollama/llama']),
      current: () => 'openai/a',
      choose: (model) => note('model', model),
    },
    settings: {
      values: () => ({ temperature: 0.5 }),
      set: (name, value) => note('set', name, value),
      reset: () => note('reset'),
      save: () => Promise.resolve('agents/guide'),
    },
    items: {
      list: (kind) =>
        Promise.resolve([
          { name: `${kind}-a`, description: 'first', include: 'always', needsApproval: true },
          { name: `${kind}-b`, include: 'always', inSession: 'excluded' },
          { name: `${kind}-c`, include: 'agent' },
          { name: `${kind}-d`, include: 'manual' },
        ]),
      include: (kind, name) => note('include', kind, name),
      exclude: (kind, name) => note('exclude', kind, name),
    },
    servers: {
      list: () => SERVERS,
      ping: (name) =>
        name === 'deaf'
          ? Promise.resolve({ at: NOON, why: 'it does not answer after 5 s' })
          : Promise.resolve({ at: NOON, roundTripMs: 2.5 }),
      log: (name) =>
        name === 'sky'
          ? [
              { at: NOON, from: 'stderr', text: 'ready `now`' },
              { at: NOON, from: 'message', level: 'warning', text: 'slow' },
            ]
          : [],
      async reload(name) {
        await note('reload', ...(name === undefined ? [] : [name]));
        return SERVERS;
      },
    },
    sessions: {
      list: () =>
        Promise.resolve([
          { id: 'aa1', title: 'this', agent: 'guide', updatedAt: 0, isCurrent: true },
          { id: 'ab2', title: 'that', agent: 'guide', updatedAt: 0, isCurrent: false },
          { id: 'ab3', title: '', agent: 'guide', updatedAt: 0, isCurrent: false },
        ]),
      turnsOf: () => Promise.resolve(2),
      now: () => 90_000,
      rename: (name) => note('rename', name),
      fork: (after) => Promise.resolve(`fork of ${after ?? 'all'}`),
    },
    turns: () =>
      Promise.resolve([
        { taskId: 't1', title: 'hi', state: 'completed', tokens: 3, costUsd: null },
      ]),
    context: () =>
      Promise.resolve({ lines: [{ kind: 'rule', name: 'short', why: 'agent', score: 0.5 }] }),
    compact: (focus) => Promise.resolve(`kept ${focus}`),
    ...change,
  };
  return { port, done };
}

async function answerTo(line: string, change: Partial<CommandPort> = {}): Promise<string> {
  const answer = await runSlashLine(line, surface(change).port);
  if (answer === undefined) return 'words';
  return 'text' in answer ? `${answer.do}: ${answer.text}` : Object.values(answer).join(' ');
}

describe('a line', () => {
  it.each([
    ['hello', { kind: 'words' }],
    [' /help', { kind: 'words' }],
    ['/usr/bin is full', { kind: 'words' }],
    ['/', { kind: 'words' }],
    ['/1', { kind: 'words' }],
    ['/Help', { kind: 'command', name: 'help', given: [] }],
    ['/a b  c', { kind: 'command', name: 'a', given: ['b', 'c'] }],
    ['/a "b c" \'d "e\' f\\ g', { kind: 'command', name: 'a', given: ['b c', 'd "e', 'f g'] }],
    ['/a "" b\\', { kind: 'command', name: 'a', given: ['', 'b\\'] }],
    ['/a x"y z"', { kind: 'command', name: 'a', given: ['xy z'] }],
    ['/a "b', { kind: 'command', name: 'a' }],
    ["/a  Ann's trip ", { kind: 'command', name: 'a', text: "Ann's trip" }],
  ])('%s', (line, read) => {
    expect(readSlashLine(line)).toMatchObject(read);
  });
});

describe('a command', () => {
  it.each([
    ['hello', 'words'],
    ['/quit', 'leave'],
    ['/exit', 'leave'],
    ['/clear', 'clear'],
    ['/license', 'say: MIT License'],
    ['/agent', 'say: - **name**: Guide'],
    ['/cost', 'say: $0.50 for 3 tokens'],
    ['/model', 'say: `openai/a` answers.'],
    ['/model openai/b', 'say: `openai/b` answers from the next message on.'],
    ['/provider ollama', 'say: `ollama/llama` answers from the next message on.'],
    ['/provider openai b', 'say: `openai/b` answers from the next message on.'],
    ['/models ollama', 'say: - `ollama/llama`'],
    ['/providers', 'say: - **openai**: `OPENAI_API_KEY` is set\n- **ollama**: needs no key'],
    ['/providers add ollama', 'say: ollama needs no key.'],
    ['/providers add nowhere', 'refuse: There is no provider `nowhere`: /providers lists them.'],
    ['/settings reset', 'say: The settings are those of the agent again.'],
    ['/settings save', 'say: The settings are written to `agents/guide`.'],
    ['/setting maxChatTurns 500', 'say: maxChatTurns is 500 from the next message on.'],
    ['/setting maxchatturns 501', 'refuse: maxChatTurns takes a whole number from 1 to 500.'],
    ['/setting maxChatTurns 1.5', 'refuse: maxChatTurns takes a whole number from 1 to 500.'],
    ['/setting temperature warm', 'refuse: temperature takes a number from 0 to 2.'],
    ['/setting toolPermission never', 'say: toolPermission is never from the next message on.'],
    ['/setting toolPermission maybe', 'refuse: toolPermission takes tool, always, never.'],
    [
      '/setting temprature 1',
      'refuse: There is no setting `temprature`. Did you mean temperature?',
    ],
    ['/setting temperature', 'refuse: Write `/setting <name> <value>`.'],
    [
      '/rules',
      'say: - `rule-a` (always, needs a yes): first\n- `rule-b` (always, excluded here)\n' +
        '- `rule-c` (when relevant)\n- `rule-d` (when asked for)',
    ],
    [
      '/skills include skill-b',
      'say: The skill `skill-b` is part of the conversation from the next message on.',
    ],
    ['/tools exclude tool-x', 'refuse: The agent has no tool `tool-x`. Did you mean `tool-a`?'],
    [
      '/tools',
      'say: - `tool-a` (always, needs a yes): first\n- `tool-b` (always, excluded here)\n' +
        '- `tool-c` (when relevant)\n- `tool-d` (when asked for)\n\n' +
        `MCP servers:\n\n${SERVER_LINES}`,
    ],
    ['/tools reload', `say: ${SERVER_LINES}`],
    ['/tools reload deaf', 'say: - `deaf`: left out, 12:00:00 it cannot be used (ENOENT)'],
    ['/tools ping', 'say: - `sky`: answered in 2.5 ms\n- `deaf`: it does not answer after 5 s'],
    ['/tools ping sky', 'say: - `sky`: answered in 2.5 ms'],
    ['/tools log sky', 'say: - 12:00:00 `ready now`\n- 12:00:00 warning `slow`'],
    ['/tools log deaf', 'say: The server `deaf` has said nothing.'],
    ['/tools log', 'refuse: Write `/tools log <server>`.'],
    ['/rules reload', 'refuse: Write /rules [include|exclude <name>].'],
    ['/context', 'say: - rule `short` (agent, score 0.50)'],
    ['/resume', 'open ab2'],
    ['/resume ab3', 'open ab3'],
    ['/tasks', 'say: - `t1` completed: hi (3 tokens, a cost that is not known)'],
    ['/compact the names', 'say: kept the names'],
    ['/fork', 'open fork of all'],
    ['/fork t1', 'open fork of t1'],
    ['/help /setting', 'say: `/setting <name> <value>`: sets a setting from the next message on'],
    ['/hlep', 'refuse: There is no command `/hlep`. Did you mean /help?'],
    ['/sess', 'refuse: There is no command `/sess`. Did you mean /sessions?'],
    ['/xyzzy', 'refuse: There is no command `/xyzzy`. /help lists the commands.'],
    [
      '/sessions',
      'say: - `aa1` this (2 turns, 1 min ago, with guide, this one)\n' +
        '- `ab2` that (2 turns, 1 min ago, with guide)\n' +
        '- `ab3` no name (2 turns, 1 min ago, with guide)',
    ],
    ['/rename Ann\'s "trip"', 'say: The conversation is called `Ann\'s "trip"`.'],
    ['/rename', 'refuse: Write `/rename <name>`.'],
    ['/help "', 'refuse: /help: a quote is not closed.'],
  ])('%s', async (line, answer) => {
    expect(await answerTo(line)).toBe(answer);
  });

  it.each([
    ['/resume ab', /^refuse: `ab` is the beginning of several/],
    ['/resume aa1', /^refuse: There is no conversation `aa1`/],
    ['/stats', /messages: 1\n- turns that ended: 1\n/],
    ['/help', /^say: - `\/help \[command\]`, `\/\?`: lists the commands\n/],
  ])('%s', async (line, answer) => {
    expect(await answerTo(line)).toMatch(answer);
  });

  it('shows what people should know of a choice, and the window that it was made for', async () => {
    const context = () =>
      Promise.resolve({ lines: [], note: 'Chosen by words alone.', window: 128_000 });
    expect(await answerTo('/context', { context })).toBe(
      'say: Nothing was chosen.\n\nChosen by words alone.\n\nThe context window of the model: 128000 tokens.',
    );
  });

  it('does what it says', async () => {
    const { port, done } = surface();
    for (const line of [
      '/tools exclude tool-a',
      '/setting topP 0.5',
      '/tools reload',
      '/tools reload sky',
      '/model a/b',
    ]) {
      await runSlashLine(line, port);
    }
    expect(done).toEqual([
      'exclude tool tool-a',
      'set topP 0.5',
      'reload',
      'reload sky',
      'model a/b',
    ]);
  });

  it('says where it cannot be used, and what failed', async () => {
    const bare: CommandPort = { license: () => '', view: () => EMPTY_VIEW };
    const cannot = [];
    for (const { name, least = 0 } of SLASH_COMMANDS) {
      const given = Array.from({ length: least }, () => ' x').join('');
      const answer = await runSlashLine(`/${name}${given}`, bare);
      if (answer?.do === 'refuse') cannot.push(answer.text);
    }
    expect(cannot).toContain('/model cannot be used here.');
    expect(cannot).toHaveLength(SLASH_COMMANDS.length - 6);
    const failing = { compact: () => Promise.reject(new Error('the model is away')) };
    expect(await answerTo('/compact', failing)).toBe('refuse: /compact: the model is away');
  });

  it('has a name of its own', () => {
    const names = SLASH_COMMANDS.flatMap(({ name, aliases = [] }) => [name, ...aliases]);
    expect(new Set(names).size).toBe(names.length);
    expect(names.toSorted().join(' ')).toBe(
      '? agent clear compact context cost exit fork help license model models prompt prompts provider providers ' +
        'quit references rename resume rules sessions setting settings skills stats tasks tools',
    );
  });
});

describe('completion', () => {
  it.each([
    ['/se', ['/sessions', '/settings', '/setting']],
    ['/setting te', ['temperature']],
    ['/setting toolPermission ', ['tool', 'always', 'never']],
    ['/setting toolPermission always ', []],
    ['/tools ', ['include', 'exclude', 'reload', 'ping', 'log']],
    ['/tools log ', ['sky', 'deaf', 'off']],
    ['/tools reload s', ['sky']],
    ['/tools include ', ['tool-b', 'tool-c', 'tool-d']],
    ['/tools exclude TOOL', ['tool-a', 'tool-c']],
    ['/model o', ['openai/a', 'ollama/llama']],
    ['/provider ollama ', ['llama']],
    ['/providers remove o', ['openai', 'ollama']],
    ['/models ', ['openai', 'ollama']],
    ['/resume a', ['ab2', 'ab3']],
    ['/fork ', ['t1']],
    ['/settings s', ['save']],
    ['/help sett', ['settings', 'setting']],
    ['/nothing ', []],
    ['/quit ', []],
    ['hello', []],
  ])('%s', async (line, words) => {
    const found = await completionsOf(line, surface().port);
    expect(found.map(({ word }) => word)).toEqual(words);
  });
});
