/** The agents of the fixtures: the same when a database is written and when it is opened again. */
import {
  Agent,
  askUser,
  Environment,
  remoteAgent,
  scriptedAgent,
  tool,
  type AgentFn,
  type Servable,
  type Serving,
  type Tool,
} from '@timestep-ai/timestep';

/** Where the fixtures have a push target, which a test listens at. */
export const PUSH_PORT = 18_462;
export const PUSH_HOST: string = `127.0.0.1:${PUSH_PORT}`;

/** Sends a message to another agent of the process, and tells the id of its task. */
export type Send = (agent: string, messageId: string, text: string) => Promise<string>;

/** What the agents need of the process that they are in. */
export interface AgentDeps {
  /** Called in the middle of work that a fixture was cut off in; the work goes on when it resolves. */
  readonly hold: (what: string) => Promise<void>;
  readonly send: Send;
  /** Where the agents of the other machine are. */
  readonly peerUrl: string;
  /** How often the archivist calls a tool; by default often enough for a log that is stored with its task. */
  readonly ticks?: number;
}

/** Longer than a string that is stored in the row of its event. */
const LONG_PAGE = 'All that the archive says of it. '.repeat(300);

/** Enough calls for a log whose task is stored beside it. */
const TICKS = 110;

const pay = tool({
  description: 'Pays an amount.',
  needsApproval: true,
  execute: ({ amount, to }) => ({ amount, to }),
});

const measure = tool({
  description: 'Measures for a suit.',
  execute: (_args, { answers, ask }) => {
    const [answer] = answers;
    if (!answer) return ask({ text: 'Which size?', options: ['S', 'M'], state: { cloth: 'wool' } });
    return { size: answer.text, state: answer.question.state };
  },
});

const PAYER = scriptedAgent({
  rules: [
    { when: { tool_result: { tool: 'pay', has: ['amount'] } }, reply: 'Paid {{result.amount}}.' },
    { when: { tool_result: 'pay' }, reply: 'Not paid.' },
    { reply: { say: 'I shall pay.', call: { tool: 'pay', arguments: { amount: 42, to: 'Ada' } } } },
  ],
});

function archivist(ticks: number): AgentFn {
  return scriptedAgent([
    { call: Array.from({ length: ticks }, (_, n) => ({ tool: 'tick', arguments: { n } })) },
    { call: { tool: 'page' } },
    { call: { tool: 'pay', arguments: { amount: 7, to: 'the archive' } } },
    'It is in the archive.',
  ]);
}

/** Answers with every message it received, so that an answer shows the stored conversation. */
const listens: AgentFn = (messages) => {
  const heard = messages.flatMap(({ role, content }) =>
    role === 'user' && typeof content === 'string' ? [content] : [],
  );
  return { role: 'assistant', content: `Heard: ${heard.join(', ')}.` };
};

export function sendWithin({ runner }: Pick<Serving, 'runner'>): Send {
  return async (agent, messageId, content) => {
    const message = { role: 'user', content } as const;
    const { id } = await runner.submit({ agent, principal: '', messageId, message });
    return id;
  };
}

/** The agents of this machine. */
export function agentsOf({ hold, send, peerUrl, ticks = TICKS }: AgentDeps): readonly Servable[] {
  const held = (name: string, replay?: 'safe' | 'key' | 'never'): Tool =>
    tool({
      description: 'Works for a long time.',
      ...(replay && { replay }),
      execute: async (_args, { key, attempt }) => {
        await hold(`${name} ${key}`);
        return { done: name, attempt };
      },
    });
  const delegate = tool({
    description: 'Has another agent do it.',
    execute: async (_args, { key, awaited, waitFor }) => {
      const [ended] = awaited;
      if (ended) return { state: ended.state, text: ended.text };
      return waitFor(await send('sleeper', `delegate ${key}`, 'help the manager'));
    },
  });
  return [
    agentNamed('listener', listens),
    agentNamed('payer', PAYER, { pay }),
    agentNamed('archivist', archivist(ticks), {
      tick: tool({ execute: () => 'ticked' }),
      page,
      pay,
    }),
    agentNamed('booker', afterCall('ask_user', { question: 'For whom?' }), { ask_user: askUser }),
    agentNamed('tailor', afterCall('measure'), { measure }),
    agentNamed('manager', afterCall('delegate'), { delegate }),
    agentNamed('caller', afterCall('lookup')),
    agentNamed('sleeper', heldModel('sleeper', hold)),
    agentNamed('thinker', heldModel('thinker', hold)),
    agentNamed('digger', afterCall('dig'), { dig: held('dig') }),
    agentNamed('striker', afterCall('strike'), { strike: held('strike', 'never') }),
    agentNamed('reader', afterCall('read'), { read: held('read', 'safe') }),
    agentNamed('poster', afterCall('post'), { post: held('post', 'key') }),
    new Agent({
      agentId: 'clerk',
      name: 'clerk',
      model: afterCall('file', { paper: 'a' }),
      environment: new Environment({ environmentId: 'clerk' }).tool(
        'file',
        tool({ description: 'Files a paper.', execute: () => 'filed here' }),
      ),
    }),
    remoteAgent(`${peerUrl}/agents/inn`, { agentId: 'envoy' }),
    remoteAgent(`${peerUrl}/agents/ferry`, { agentId: 'scout' }),
  ];
}

/** The agents of the other machine. */
export function peersOf({ hold }: Pick<AgentDeps, 'hold'>): readonly Servable[] {
  return [
    agentNamed('inn', afterCall('ask_user', { question: 'How many nights?' }), {
      ask_user: askUser,
    }),
    agentNamed('ferry', heldModel('ferry', hold)),
  ];
}

const page = tool({ description: 'Reads a page.', execute: () => LONG_PAGE });

function agentNamed(
  name: string,
  model: AgentFn,
  tools: Readonly<Record<string, Tool>> = {},
): Servable {
  const environment = new Environment({ environmentId: name });
  for (const [called, defined] of Object.entries(tools)) environment.tool(called, defined);
  return new Agent({ agentId: name, name, model, environment, toolSite: 'server' });
}

/** Calls a tool once, and then says what it returned. */
function afterCall(name: string, args: Readonly<Record<string, string>> = {}): AgentFn {
  return scriptedAgent({
    rules: [
      { when: { tool_result: name }, reply: 'It came to: {{result}}' },
      { reply: { call: { tool: name, arguments: args } } },
    ],
  });
}

/** Is cut off while it thinks. */
function heldModel(name: string, hold: AgentDeps['hold']): AgentFn {
  return async (messages, context) => {
    context.emit({ type: 'text', text: 'Let me ' });
    await hold(`${name} ${context.key}`);
    return listens(messages, context);
  };
}
