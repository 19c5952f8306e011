import type { JsonObject, ToolSite } from 'timestep';

const DOORS = ['A2A', 'MCP', 'Responses'] as const;
export type Door = (typeof DOORS)[number];

const SITES: readonly ToolSite[] = ['server', 'client'];

/** What can be seen of one question and its answer, from outside of the agent. */
export interface Seen {
  /** The tools that a person was asked about. */
  readonly asked: readonly string[];
  /** The tools that had run whenever a person was asked. */
  readonly ranWhenAsked: readonly (readonly string[])[];
  /** What tools asked a person, in words. */
  readonly questions: readonly string[];
  /** The names of the artifacts that the caller received, and their texts. */
  readonly given: readonly string[];
  /** The tools that have run, in order. */
  readonly ran: readonly string[];
  /** How often a tool was asked what became of a call. */
  readonly probed: number;
  /** What the model was offered in each of its replies. */
  readonly offered: readonly (readonly string[])[];
  /** How the model was told to choose in each of its replies. */
  readonly choices: readonly unknown[];
  /** What the model read of each call, as it repeats it to its caller; `lost` where no answer came. */
  readonly read: readonly string[] | 'lost';
  /** The settings that the answer repeats. */
  readonly echo: JsonObject;
}

/** Only what matters to a cell; what the model read is given as the beginning of each text. */
type Expected = Partial<Omit<Seen, 'echo'>>;

/** What is asked of the agent, and how it is served. */
export interface Setup {
  /** The tools that the model calls in each of its replies, until it answers. */
  readonly plan: readonly (readonly Tool[])[];
  readonly approves?: boolean;
  /** Settings of the request, in the words of OpenAI Responses. */
  readonly settings?: JsonObject;
  readonly toolsAllowed?: readonly Tool[];
  /** The server is stopped and started again in the midst of the first call, or as the caller is asked. */
  readonly restarts?: boolean;
  /** What the tools leave out of their definitions, or do not do. */
  readonly without?: 'needsApproval' | 'probe' | 'question' | 'artifact';
}

export type Tool = 'look' | 'pay' | 'order' | 'book' | 'draw';

interface Behaviour extends Setup {
  readonly name: string;
  readonly expected: Expected;
  /** Where a door or a tool site makes it something else, and why. */
  readonly exceptions?: readonly Exception[];
  /** What a runner that loses everything with its process leaves, instead of all of the above. */
  readonly inMemory?: Expected;
  /** A change that must show. */
  readonly broken: Partial<Setup>;
}

interface Exception {
  readonly doors?: readonly Door[];
  readonly sites?: readonly ToolSite[];
  readonly why: string;
  /** What the agent is given in its stead. */
  readonly setup?: Partial<Setup>;
  readonly expected: Expected;
}

const UNSPOKEN: readonly Door[] = ['A2A', 'MCP'];
const FORBIDDEN = '{"error":"forbidden_tool:';
const USED_UP = '{"error":"max_tool_calls"';
const ALL: readonly Tool[] = ['look', 'pay', 'order', 'book', 'draw'];
const LOST: Expected = { read: 'lost' };

const BEHAVIOURS: readonly Behaviour[] = [
  {
    name: 'a tool that needs approval runs after a yes',
    plan: [['pay']],
    approves: true,
    expected: { asked: ['pay'], ranWhenAsked: [[]], ran: ['pay'], read: ['paid'] },
    broken: { without: 'needsApproval' },
  },
  {
    name: 'a tool that needs approval does not run after a no',
    plan: [['look', 'pay']],
    approves: false,
    expected: { asked: ['pay'], ran: ['look'], read: ['saw', '{"error":"denied"'] },
    exceptions: [
      {
        doors: ['MCP'],
        sites: ['client'],
        why: 'the person is asked by the environment, which says no in words of its own',
        expected: { asked: ['pay'], ran: ['look'], read: ['saw', '{"error":"a person refused'] },
      },
    ],
    broken: { without: 'needsApproval' },
  },
  {
    name: 'a decision holds that is made after a restart',
    plan: [['pay']],
    approves: true,
    restarts: true,
    expected: { asked: ['pay'], ranWhenAsked: [[]], ran: ['pay'], read: ['paid'] },
    inMemory: LOST,
    broken: { approves: false },
  },
  {
    name: 'a call that was cut off is probed, and not made again',
    plan: [['order']],
    restarts: true,
    expected: { ran: ['order'], probed: 1, read: ['ordered before'] },
    exceptions: [
      {
        doors: ['MCP'],
        sites: ['server'],
        why: 'MCP has no words for a probe',
        expected: { ran: ['order'], probed: 0, read: ['{"error":"interrupted"'] },
      },
      {
        sites: ['client'],
        why: 'the caller makes the call: what became of it only the caller can ask',
        expected: { ran: ['order'], probed: 0, read: ['ordered'] },
      },
    ],
    inMemory: { ...LOST, probed: 0 },
    broken: { plan: [['look']] },
  },
  {
    name: 'a tool that the agent may not call neither runs nor is asked about',
    plan: [['pay', 'look']],
    approves: true,
    toolsAllowed: ['look'],
    expected: {
      asked: [],
      ran: ['look'],
      offered: [['look'], ['look']],
      read: [`${FORBIDDEN}pay"`, 'saw'],
    },
    broken: { toolsAllowed: ALL },
  },
  {
    name: 'a tool asks, and is called again with the answer',
    plan: [['book'], ['look']],
    expected: {
      questions: ['For whom?'],
      ran: ['book', 'book', 'look'],
      read: ['booked for Ada', 'saw'],
    },
    broken: { without: 'question' },
  },
  {
    name: 'an answer holds that is given after a restart',
    plan: [['book']],
    restarts: true,
    expected: { questions: ['For whom?'], ran: ['book', 'book'], read: ['booked for Ada'] },
    inMemory: LOST,
    broken: { without: 'question' },
  },
  {
    name: 'a tool gives an artifact, of which the model reads nothing',
    plan: [['draw']],
    expected: { given: ['plan.md: # Plan'], ran: ['draw'], read: ['drawn'] },
    broken: { without: 'artifact' },
  },
  {
    name: 'tool_choice none',
    plan: [['look', 'pay']],
    approves: true,
    settings: { tool_choice: 'none' },
    expected: { asked: [], ran: [], offered: [[], []], read: [`${FORBIDDEN}look"`, FORBIDDEN] },
    exceptions: [
      {
        doors: UNSPOKEN,
        why: 'not expressible: the agent may be given no tools',
        setup: { settings: {}, toolsAllowed: [] },
        expected: { asked: [], ran: [], offered: [[], []], read: [`${FORBIDDEN}look"`, FORBIDDEN] },
      },
    ],
    broken: { settings: {}, toolsAllowed: ALL },
  },
  {
    name: 'allowed_tools',
    plan: [['pay', 'look'], ['order']],
    approves: true,
    settings: {
      tool_choice: {
        type: 'allowed_tools',
        mode: 'auto',
        tools: [{ type: 'function', name: 'look' }],
      },
    },
    expected: {
      asked: [],
      ran: ['look'],
      offered: [['look'], ['look'], ['look']],
      read: [`${FORBIDDEN}pay"`, 'saw', `${FORBIDDEN}order"`],
    },
    exceptions: [
      {
        doors: UNSPOKEN,
        why: 'not expressible: the agent may be given fewer tools',
        setup: { settings: {}, toolsAllowed: ['look'] },
        expected: {
          asked: [],
          ran: ['look'],
          offered: [['look'], ['look'], ['look']],
          read: [`${FORBIDDEN}pay"`, 'saw', `${FORBIDDEN}order"`],
        },
      },
    ],
    broken: { settings: {}, toolsAllowed: ALL },
  },
  {
    name: 'tool_choice required holds for the first reply',
    plan: [['look']],
    settings: { tool_choice: 'required' },
    expected: { ran: ['look'], choices: ['required', 'auto'], read: ['saw'] },
    exceptions: [
      {
        doors: UNSPOKEN,
        why: 'not expressible: the model chooses',
        setup: { settings: {} },
        expected: { ran: ['look'], choices: [null, null], read: ['saw'] },
      },
    ],
    broken: { plan: [] },
  },
  {
    name: 'max_tool_calls, in one reply and in the next',
    plan: [['look', 'look'], ['look']],
    settings: { max_tool_calls: 1 },
    expected: { ran: ['look'], read: ['saw', USED_UP, USED_UP] },
    exceptions: [
      {
        doors: UNSPOKEN,
        why: 'not expressible: only the steps of the agent are limited',
        setup: { settings: {} },
        expected: { ran: ['look', 'look', 'look'], read: ['saw', 'saw', 'saw'] },
      },
    ],
    broken: { settings: { max_tool_calls: 2 }, plan: [['look', 'look']] },
  },
  {
    name: 'max_tool_calls, counted over a question and a restart',
    plan: [['pay'], ['look']],
    approves: true,
    restarts: true,
    settings: { max_tool_calls: 1 },
    expected: { asked: ['pay'], ran: ['pay'], read: ['paid', USED_UP] },
    exceptions: [
      {
        doors: UNSPOKEN,
        why: 'not expressible: only the steps of the agent are limited',
        setup: { settings: {} },
        expected: { asked: ['pay'], ran: ['pay', 'look'], read: ['paid', 'saw'] },
      },
    ],
    inMemory: LOST,
    broken: { settings: { max_tool_calls: 2 }, plan: [['pay'], ['look'], ['look']] },
  },
];

/** A row of the table: what is done, at which door, at which tool site, and what is to be seen. */
export interface Row extends Setup {
  readonly name: string;
  readonly door: Door;
  readonly site: ToolSite;
  readonly expected: Expected;
  readonly inMemory?: Expected;
  readonly broken: Partial<Setup>;
}

export const ROWS: readonly Row[] = BEHAVIOURS.flatMap((behaviour) =>
  DOORS.flatMap((door) => SITES.map((site) => rowOf(behaviour, door, site))),
);

function rowOf(behaviour: Behaviour, door: Door, site: ToolSite): Row {
  const { exceptions = [], name, ...rest } = behaviour;
  const exception = exceptions.find(
    ({ doors = DOORS, sites = SITES }) => doors.includes(door) && sites.includes(site),
  );
  const remark = exception ? `: ${exception.why}` : '';
  return {
    ...rest,
    ...exception?.setup,
    ...(exception && { expected: exception.expected }),
    name: `${name}, ${door}, tool site ${site}${remark}`,
    door,
    site,
  };
}
