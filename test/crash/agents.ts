import {
  getText,
  type AssistantMessage,
  type Message,
  type QuestionAnswer,
  type ToolSchema,
} from '@timestep-ai/timestep/core';
import type { AgentFn, ServedAgent, ToolEnvironment, ToolResult } from '@timestep-ai/timestep/port';
import type { Delegate } from './delegate.ts';
import {
  AGENTS,
  CHOSEN,
  DELEGATE,
  FILE,
  QUOTE,
  SIGN,
  TICK,
  TICKS,
  TOOLS,
  type CrashTool,
} from './scenario.ts';

/** Something done outside the process; what is said of it may be `applied` or `repeated`. */
export type Outside = (kind: string, key: string, attempt: number) => Promise<string>;

type AgentName = (typeof AGENTS)[number];

/** Replies to a transcript, with so many tools to choose from. */
type Reply = (messages: readonly Message[], tools: number) => AssistantMessage;

export function createAgents(
  outside: Outside,
  handOff: (key: string) => Promise<string>,
  delegate: Delegate,
  mayAnswer: (agent: string) => Promise<void>,
): ServedAgent[] {
  const environment: ToolEnvironment = {
    listTools: () => [...TOOLS, FILE, SIGN, QUOTE, TICK, DELEGATE].map(schemaOf),
    async callTool({ name }, { key, attempt, answers: given = [], awaited = [] }) {
      if (name === DELEGATE.name) return delegate({ key, attempt, awaited });
      if (name === TICK.name) return { content: 'ticked' };
      if (name === 'handoff') return { content: await handOff(key) };
      const isAsking = name === QUOTE.name && given.length === 0;
      await outside(isAsking ? 'ask' : name, key, attempt);
      if (isAsking)
        return { content: '', question: { text: 'For whom?', state: { made: 'quoted' } } };
      return name === QUOTE.name ? quoted(given) : { content: `ran ${name}` };
    },
    async probeTool({ name }, { key, attempt }) {
      const known = await outside(`probe ${name}`, key, attempt);
      return known === 'unknown' ? 'not-run' : { content: `ran ${name}` };
    },
  };
  const replies: Record<AgentName, Reply> = {
    subject: (messages) => (hasResults(messages) ? answerTo(messages) : callsOf(TOOLS)),
    helper: answerTo,
    talker: answerTo,
    caller: (messages) =>
      hasResults(messages) ? answerTo(messages) : callsOf([{ name: 'measure' }]),
    sleeper: answerTo,
    clerk: (messages) => (hasResults(messages) ? answerTo(messages) : callsOf([FILE])),
    notary: (messages) => (hasResults(messages) ? answerTo(messages) : callsOf([SIGN])),
    asker: (messages) => {
      const last = messages.at(-1);
      return last?.role === 'tool' ? says(last.content) : callsOf([QUOTE]);
    },
    chooser: (messages, tools) => {
      const rule = messages.map(getText).find((text) => text.startsWith(CHOSEN)) ?? 'no rule';
      const before = messages.find(({ role }) => role === 'assistant');
      if (!before) return { ...callsOf([TICK]), content: rule };
      const rules = getText(before) === rule ? 'one rule' : 'two rules';
      return says(`heard m19 by ${rules} and ${tools === 1 ? 'one tool' : `${tools} tools`}`);
    },
    manager: (messages) => {
      const last = messages.at(-1);
      return last?.role === 'tool' ? says(last.content) : callsOf([DELEGATE]);
    },
    fellow: (messages) =>
      messages.length === 1 ? { ...says('For whom?'), expects_reply: true } : answerTo(messages),
    busy: (messages) => {
      const steps = messages.filter(({ role }) => role === 'assistant').length;
      return steps < 2 ? ticks(steps) : answerTo(messages);
    },
  };
  const thinking =
    (name: AgentName): AgentFn =>
    async (messages, { key, attempt, tools }) => {
      await outside('model', key, attempt);
      await mayAnswer(name);
      return replies[name](messages, tools.length);
    };
  return AGENTS.map((name): ServedAgent => ({
    name,
    agent: thinking(name),
    toolSite: CLIENT_SITE.includes(name) ? 'client' : 'server',
    limits: { max_steps: 30, time_limit_s: 600 },
    environment: () => (name === 'chooser' ? choosing(environment) : environment),
  }));
}

/** The rule says another thing in every process, as one that was edited meanwhile. */
function choosing(environment: ToolEnvironment): ToolEnvironment {
  const text = `rule of ${process.pid}`;
  return {
    ...environment,
    selectContext: () => ({
      items: [{ kind: 'rule', name: 'house', reason: 'agent', score: 1, text }],
      tools: [TICK.name],
    }),
  };
}

/** What is made of an answer: a result, and the same to keep. */
function quoted(given: readonly QuestionAnswer[]): ToolResult {
  const [{ question, text } = { question: { text: '' }, text: '' }] = given;
  const content = `${textOfJson(question.state?.['made'])} for ${text}`;
  const parts = [{ type: 'text', text: content } as const];
  return { content, artifacts: [{ artifact_id: QUOTE.name, parts }] };
}

function textOfJson(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value ?? null);
}

/** Their tools are run by whoever asks: a client, or the server that was asked for a response. */
const CLIENT_SITE: readonly string[] = ['caller', 'clerk', 'notary'];

function schemaOf({ name, replay, needsApproval = false }: CrashTool): ToolSchema {
  return {
    type: 'function',
    ...(replay && { replay }),
    ...(needsApproval && { needsApproval }),
    function: { name, parameters: { type: 'object' } },
  };
}

function hasResults(messages: readonly Message[]): boolean {
  return messages.some((message) => message.role === 'tool');
}

/** Asks for every tool once, side by side. */
function callsOf(tools: readonly { readonly name: string }[]): AssistantMessage {
  return calling(tools.map(({ name }) => ({ id: `call-${name}`, name })));
}

function ticks(step: number): AssistantMessage {
  return calling(
    Array.from({ length: TICKS }, (_, index) => ({ id: `${step}-${index}`, name: TICK.name })),
  );
}

export function calling(
  calls: readonly { readonly id: string; readonly name: string; readonly args?: object }[],
): AssistantMessage {
  const tool_calls = calls.map(({ id, name, args = {} }) => ({
    id,
    type: 'function' as const,
    function: { name, arguments: JSON.stringify(args) },
  }));
  return { role: 'assistant', content: '', tool_calls };
}

/** Answers all messages with what they say. */
function answerTo(messages: readonly Message[]): AssistantMessage {
  const heard = messages.flatMap((message) => (message.role === 'user' ? [getText(message)] : []));
  return says(`heard ${heard.join(' and ')}`);
}

function says(content: string): AssistantMessage {
  return { role: 'assistant', content };
}
