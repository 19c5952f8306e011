import { describe, expect, it } from 'vitest';
import type { ServerStatus } from '#engine/port';
import type { CommandPort } from '../session-commands/command-port.ts';
import { listCompletions, runSlashLine, SLASH_COMMANDS } from './commands.ts';
import { parseInputLine } from './input-line.ts';
import { append } from '#core';
import { EMPTY_VIEW, type ConversationView, type ViewItem } from '#people/view';

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
  '- `sky`: connected, 2 tools, malformed tools: `bare`, answered in 2.5 ms\n' +
  '- `deaf`: unavailable, 12:00:00 it cannot be used (ENOENT)\n- `off`: disabled';

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
    getLicense: () => 'MIT License',
    getView: () => viewOf(TURN),
    getAgentFacts: () => [['name', 'Guide']],
    models: {
      listProviders: () => [
        { name: 'openai', isReady: true, keyVariable: 'OPENAI_API_KEY' },
        { name: 'ollama', isReady: true },
        { name: 'bedrock', isReady: false, machineCredentials: 'AWS' },
      ],
      list: (provider) =>
        Promise.resolve(provider === 'ollama' ? ['ollama/llama'] : ['openai/a', 'ollama/llama']),
      getCurrent: () => 'openai/a',
      chooseModel: (model) => note('model', model),
    },
    settings: {
      getValues: () => ({ temperature: 0.5 }),
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
      readLog: (name) =>
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
      countTurns: () => Promise.resolve(2),
      now: () => 90_000,
      rename: (name) => note('rename', name),
      fork: (after) => Promise.resolve(`fork of ${after ?? 'all'}`),
    },
    listTurns: () =>
      Promise.resolve([
        { taskId: 't1', title: 'hi', state: 'completed', tokens: 3, costUsd: null },
      ]),
    getContext: () =>
      Promise.resolve({ items: [{ kind: 'rule', name: 'short', reason: 'agent', score: 0.5 }] }),
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
    ['/Help', { kind: 'command', name: 'help', args: [] }],
    ['/a b  c', { kind: 'command', name: 'a', args: ['b', 'c'] }],
    ['/a "b c" \'d "e\' f\\ g', { kind: 'command', name: 'a', args: ['b c', 'd "e', 'f g'] }],
    ['/a "" b\\', { kind: 'command', name: 'a', args: ['', 'b\\'] }],
    ['/a x"y z"', { kind: 'command', name: 'a', args: ['xy z'] }],
    ['/a "b', { kind: 'command', name: 'a' }],
    ["/a  Ann's trip ", { kind: 'command', name: 'a', text: "Ann's trip" }],
  ])('%s', (line, read) => {
    expect(parseInputLine(line)).toMatchObject(read);
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
    ['/cost', 'say: 3 tokens, $0.50'],
    ['/model', 'say: The model is `openai/a`.'],
    ['/model openai/b', 'say: The model is `openai/b`, starting with the next message.'],
    ['/provider ollama', 'say: The model is `ollama/llama`, starting with the next message.'],
    ['/provider openai b', 'say: The model is `openai/b`, starting with the next message.'],
    ['/models ollama', 'say: - `ollama/llama`'],
    [
      '/providers',
      'say: - **openai**: `OPENAI_API_KEY` is set\n- **ollama**: needs no API key\n- **bedrock**: uses the AWS credentials of this machine',
    ],
    ['/providers add bedrock', 'say: bedrock uses the AWS credentials of this machine.'],
    ['/providers add ollama', 'say: ollama needs no API key.'],
    ['/providers add nowhere', 'refuse: Unknown provider `nowhere`. List them with /providers.'],
    ['/settings reset', 'say: The settings are reset to those of the agent.'],
    ['/settings save', 'say: The settings are saved to `agents/guide`.'],
    ['/setting maxChatTurns 500', 'say: maxChatTurns is 500, starting with the next message.'],
    ['/setting maxchatturns 501', 'refuse: maxChatTurns must be a whole number from 1 to 500.'],
    ['/setting maxChatTurns 1.5', 'refuse: maxChatTurns must be a whole number from 1 to 500.'],
    ['/setting temperature warm', 'refuse: temperature must be a number from 0 to 2.'],
    [
      '/setting toolPermission never',
      'say: toolPermission is never, starting with the next message.',
    ],
    ['/setting toolPermission maybe', 'refuse: toolPermission must be one of tool, always, never.'],
    ['/setting temprature 1', 'refuse: Unknown setting `temprature`. Did you mean temperature?'],
    ['/setting temperature', 'refuse: Usage: `/setting <name> <value>`.'],
    [
      '/rules',
      'say: - `rule-a` (always, requires approval): first\n- `rule-b` (always, excluded here)\n' +
        '- `rule-c` (if it seems relevant)\n- `rule-d` (on request)',
    ],
    [
      '/skills include skill-b',
      'say: The skill `skill-b` is included in the conversation, starting with the next message.',
    ],
    ['/tools exclude tool-x', 'refuse: The agent has no tool `tool-x`. Did you mean `tool-a`?'],
    [
      '/tools',
      'say: - `tool-a` (always, requires approval): first\n- `tool-b` (always, excluded here)\n' +
        '- `tool-c` (if it seems relevant)\n- `tool-d` (on request)\n\n' +
        `MCP servers:\n\n${SERVER_LINES}`,
    ],
    ['/tools reload', `say: ${SERVER_LINES}`],
    ['/tools reload deaf', 'say: - `deaf`: unavailable, 12:00:00 it cannot be used (ENOENT)'],
    ['/tools ping', 'say: - `sky`: answered in 2.5 ms\n- `deaf`: it does not answer after 5 s'],
    ['/tools ping sky', 'say: - `sky`: answered in 2.5 ms'],
    ['/tools log sky', 'say: - 12:00:00 `ready now`\n- 12:00:00 warning `slow`'],
    ['/tools log deaf', 'say: The server `deaf` has printed nothing.'],
    ['/tools log', 'refuse: Usage: `/tools log <server>`.'],
    ['/rules reload', 'refuse: Usage: `/rules [include|exclude <name>]`.'],
    ['/context', 'say: - rule `short` (agent, score 0.50)'],
    ['/resume', 'open ab2'],
    ['/resume ab3', 'open ab3'],
    ['/tasks', 'say: - `t1` completed: hi (3 tokens, cost unknown)'],
    ['/compact the names', 'say: kept the names'],
    ['/fork', 'open fork of all'],
    ['/fork t1', 'open fork of t1'],
    ['/fork t', 'open fork of t1'],
    ['/fork x', 'open fork of x'],
    [
      '/help /setting',
      'say: `/setting <name> <value>`: changes a setting, starting with the next message',
    ],
    ['/hlep', 'refuse: Unknown command `/hlep`. Did you mean /help?'],
    ['/sess', 'refuse: Unknown command `/sess`. Did you mean /sessions?'],
    ['/xyzzy', 'refuse: Unknown command `/xyzzy`. List the commands with /help.'],
    [
      '/sessions',
      'say: - `aa1` this (2 turns, 1 min ago, with guide, current)\n' +
        '- `ab2` that (2 turns, 1 min ago, with guide)\n' +
        '- `ab3` untitled (2 turns, 1 min ago, with guide)',
    ],
    ['/rename Ann\'s "trip"', 'say: The conversation is now called `Ann\'s "trip"`.'],
    ['/rename', 'refuse: Usage: `/rename <name>`.'],
    ['/help "', 'refuse: /help: a quote is not closed.'],
  ])('%s', async (line, answer) => {
    expect(await answerTo(line)).toBe(answer);
  });

  it.each([
    ['/resume ab', /^refuse: `ab` is ambiguous/],
    ['/resume aa1', /^refuse: Unknown conversation `aa1`/],
    ['/stats', /messages: 1\n- finished turns: 1\n/],
    ['/help', /^say: - `\/help \[command\]`, `\/\?`: lists the commands\n/],
  ])('%s', async (line, answer) => {
    expect(await answerTo(line)).toMatch(answer);
  });

  it.each([
    ['/cost', /^say: 3 tokens \(2 read from a cache\), \$0\.50$/],
    ['/stats', /tokens: 3 \(\d in, \d out\) \(2 read from a cache\)\n/],
  ])('%s shows what was read from a cache', async (line, answer) => {
    const view = viewOf(TURN);
    const cached = { ...view.usage, prompt_tokens_details: { cached_tokens: 2 } };
    const getView = (): ConversationView => ({ ...view, usage: cached });
    expect(await answerTo(line, { getView })).toMatch(answer);
  });

  it('shows what people should know of a choice, and the window that it was made for', async () => {
    const context = () =>
      Promise.resolve({ items: [], note: 'Chosen by words alone.', window: 128_000 });
    expect(await answerTo('/context', { getContext: context })).toBe(
      "say: No context was chosen.\n\nChosen by words alone.\n\nThe model's context window: 128000 tokens.",
    );
  });

  it('shows what came close, and how the context was chosen', async () => {
    const omitted = [{ kind: 'rule', name: 'late', score: 0.031, floor: 0.04 }] as const;
    const answerBy = (ranker: string): Promise<string> =>
      answerTo('/context', { getContext: () => Promise.resolve({ items: [], omitted, ranker }) });
    expect(await answerBy('bm25f/1+MiniLM')).toBe(
      'say: No context was chosen.\n\nNot chosen:\n\n- rule `late` (score 0.03, below 0.04)\n\n' +
        'Chosen by matching words and meaning, with the embedding model `MiniLM`.',
    );
    expect(await answerBy('bm25f/1')).toMatch(/\n\nChosen by matching words only\.$/);
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
    const bare: CommandPort = { getLicense: () => '', getView: () => EMPTY_VIEW };
    const cannot = [];
    for (const { name, minArguments = 0 } of SLASH_COMMANDS) {
      const given = Array.from({ length: minArguments }, () => ' x').join('');
      const answer = await runSlashLine(`/${name}${given}`, bare);
      if (answer?.do === 'refuse') cannot.push(answer.text);
    }
    expect(cannot).toContain('/model is not available here.');
    expect(cannot).toHaveLength(SLASH_COMMANDS.length - 6);
    const failing = { compact: () => Promise.reject(new Error('the model is away')) };
    expect(await answerTo('/compact', failing)).toBe('refuse: /compact: the model is away');
  });

  it('has a name of its own', () => {
    const names = SLASH_COMMANDS.flatMap(({ name, aliases = [] }) => [name, ...aliases]);
    expect(new Set(names).size).toBe(names.length);
    expect(names.toSorted().join(' ')).toBe(
      '? agent clear compact context cost exit fork help inbox license model models prompt prompts provider providers ' +
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
    ['/models ', ['openai', 'ollama', 'bedrock']],
    ['/resume a', ['ab2', 'ab3']],
    ['/fork ', ['t1']],
    ['/settings s', ['save']],
    ['/help sett', ['settings', 'setting']],
    ['/nothing ', []],
    ['/quit ', []],
    ['hello', []],
  ])('%s', async (line, words) => {
    const found = await listCompletions(line, surface().port);
    expect(found.map(({ word }) => word)).toEqual(words);
  });
});

it('forks after the turn whose id begins so, and asks where several do', async () => {
  const turn = { title: 'hi', state: 'completed', tokens: 3, costUsd: null } as const;
  const listTurns: CommandPort['listTurns'] = () =>
    Promise.resolve(['01a4', '01a5', '01a'].map((taskId) => ({ ...turn, taskId })));
  expect(await answerTo('/fork 01a5', { listTurns })).toBe('open fork of 01a5');
  expect(await answerTo('/fork 01a', { listTurns })).toBe('open fork of 01a');
  expect(await answerTo('/fork 01', { listTurns })).toBe(
    'refuse: `01` is ambiguous. It matches:\n\n- `01a4`\n- `01a5`\n- `01a`',
  );
});
