import type { Replay } from '@timestep-ai/timestep/core';

export interface CrashTool {
  readonly name: string;
  /** What may be done about a call that was cut off. */
  readonly replay?: Replay;
  readonly needsApproval?: boolean;
}

/** The tools that the agent calls side by side. */
export const TOOLS: readonly CrashTool[] = [
  { name: 'look', replay: 'safe' },
  { name: 'book', replay: 'key' },
  { name: 'order', replay: 'probe' },
  { name: 'shout', replay: 'never' },
  { name: 'undeclared' },
  { name: 'pay', replay: 'key', needsApproval: true },
  { name: 'handoff', replay: 'key' },
];

/** What a server runs for whom it makes a response. */
export const FILE = { name: 'file', replay: 'key' } as const;

/** What a server runs for whom it makes a response, once a person has said so. */
export const SIGN = { name: 'sign', replay: 'key', needsApproval: true } as const;

/** Asks for whom it is, and gives what it made of the answer. */
export const QUOTE = { name: 'quote', replay: 'key' } as const;

/** Has another agent of the same runner do the work, and waits for its task. */
export const DELEGATE = { name: 'delegate', replay: 'key' } as const;

/** Called many times at once, and counted nowhere. */
export const TICK = { name: 'tick', replay: 'safe' } as const;

/** Calls of it in each of two steps: enough for a log that is stored as snapshots as well. */
export const TICKS = 110;

/** What a client measures, too large to be stored more than once. */
export const MEASURED = `measured ${'0123456789'.repeat(2000)}`;

/**
 * `subject` calls the tools, `helper` is handed work, `talker` only talks, `caller` has its client
 * measure, `sleeper` answers when it is called off, `busy` ticks, `clerk` files, `notary` signs, `asker`
 * asks, `chooser` reads what its environment chose for it, `manager` waits for `fellow`, which asks first.
 */
export const AGENTS = [
  'subject',
  'helper',
  'talker',
  'caller',
  'sleeper',
  'busy',
  'clerk',
  'notary',
  'asker',
  'chooser',
  'manager',
  'fellow',
] as const;

/** What the story is made of. */
export type SceneName =
  | 'approved'
  | 'worded'
  | 'talked'
  | 'measured'
  | 'continued'
  | 'canceled'
  | 'busy'
  | 'delegated'
  | 'handed'
  | 'background'
  | 'signed'
  | 'asked'
  | 'chosen'
  | 'awaited';

/** Those that every runner tells. */
export const BASIC_SCENES: readonly SceneName[] = ['approved', 'worded', 'talked'];

export const ALL_SCENES: readonly SceneName[] = [
  ...BASIC_SCENES,
  'measured',
  'continued',
  'canceled',
  'busy',
  'delegated',
  'handed',
  'background',
  'signed',
  'asked',
  'chosen',
  'awaited',
];

/** Those in which something goes over a socket and comes back to the process that sent it. */
export const WIRED_SCENES: readonly SceneName[] = ['delegated', 'handed', 'background', 'signed'];

/** Those that are asked over OpenAI Responses, whose clients may have to ask again. */
export const RESPONSE_SCENES: readonly SceneName[] = ['background', 'signed'];

/** What comes of each scene, whatever happens to its process. */
export const OUTCOMES: Readonly<
  Record<SceneName, { readonly state: string; readonly heard: string; readonly answer: string }>
> = {
  approved: { state: 'completed', heard: 'm1,m2', answer: 'heard m1 and m2' },
  worded: { state: 'completed', heard: 'm3', answer: 'heard m3' },
  talked: { state: 'completed', heard: 'm5,m6', answer: 'heard m5 and m6' },
  measured: { state: 'completed', heard: 'm7', answer: 'heard m7' },
  continued: { state: 'completed', heard: 'm7,m9', answer: 'heard m7 and m9' },
  canceled: { state: 'canceled', heard: 'm10', answer: 'm10' },
  busy: { state: 'completed', heard: 'm11', answer: 'heard m11' },
  delegated: { state: 'completed', heard: 'm12', answer: 'heard m12' },
  handed: { state: 'completed', heard: 'm13', answer: 'heard help' },
  background: { state: 'completed', heard: 'm14', answer: 'heard m14' },
  signed: { state: 'completed', heard: 'm15', answer: 'heard m15' },
  asked: { state: 'completed', heard: 'm17', answer: 'quoted for m18' },
  chosen: { state: 'completed', heard: 'm19', answer: 'heard m19 by one rule and one tool' },
  awaited: {
    state: 'completed',
    heard: 'm20',
    answer: 'heard help and Ada, remembering {"round":1} {"round":2}',
  },
};

/**
 * Messages that are not sent again once they were accepted, like those of clients that trust what they
 * are told. All others are sent again by each process.
 */
export const SENT_ONCE: ReadonlySet<string> = new Set([
  'm2',
  'm3',
  'm6',
  'm8',
  'm9',
  'm10',
  'm11',
  'm12',
  'm18',
  'm20',
]);

/** What a chosen rule begins with, as the model reads it. */
export const CHOSEN = 'Rule (house):';

/** Whether what a tool did before a crash may show in what the model reads of it. */
export function mayBeInterrupted({ replay = 'never' }: CrashTool): boolean {
  return replay === 'never';
}

/** Where a process is killed that has a task wait for another one. */
export const AWAITED_POINTS: Readonly<Record<string, string>> = {
  'between what it begins and the wait': 'before suspending',
  'while it waits': 'after model * 3',
  'at the end of the awaited task': 'after model * 3 > before commit',
  'between that end and the call': 'after model * 3 > after commit',
  'between the news and the result': 'after delegate * 3',
};
