import { expect, it } from 'vitest';
import { getFinalAnswer, type Task, type UserMessage } from '#core';
import type { Backend, ToolEnvironment } from '#engine/port';
import { openMemory, systemClock, withSessions } from '#engine/runner';
import { startStrictProvider, type ChatDialectName, type StrictProvider } from '#testing';
import { createAgent, type CreateAgentOptions } from './create-agent.ts';
import { ODD_INPUTS, type OddInput } from './odd-inputs.fixture.ts';

interface Target {
  readonly options: CreateAgentOptions;
  /** The server whose rules hold for Chat Completions. */
  readonly dialect?: ChatDialectName;
}

const CLAUDE = 'bedrock/anthropic.claude-sonnet-4-5-20250929-v1:0';

const TARGETS: readonly (readonly [string, Target])[] = [
  ['Anthropic Messages', { options: { model: 'anthropic/claude-sonnet-4-5' } }],
  ['Chat Completions', { options: { model: 'openai-compatible/m' }, dialect: 'compatible' }],
  ['Responses', { options: { model: 'openai/gpt-5-mini', api: 'responses' } }],
  ['Gemini', { options: { model: 'google/gemini-3-pro' } }],
  ['Bedrock Converse', { options: { model: CLAUDE, env: { AWS_REGION: 'eu-west-1' } } }],
  ['Mistral', { options: { model: 'mistral/mistral-large-latest' }, dialect: 'mistral' }],
  ['a local model', { options: { model: 'vllm/google/gemma-3-27b-it' }, dialect: 'vllm' }],
];

const LIMITS = { max_steps: 5, time_limit_s: 20, model_patience_s: 5 };
const ANSWER = 'I am here.';

/** The odd input of the current conversation, and the number of replies to its message so far. */
interface Script {
  input: OddInput;
  replies: number;
}

/** Asks a model about each odd input, then something ordinary in the same conversation. */
async function tryInputs({ options, dialect = 'openai' }: Target): Promise<readonly string[]> {
  const script: Script = { input: { name: '' }, replies: 0 };
  const provider = await startStrictProvider({
    dialect,
    reply: ({ question }) => {
      const reply = question.includes('ordinary')
        ? undefined
        : script.input.replies?.[script.replies];
      script.replies += 1;
      return reply ?? { text: ANSWER };
    },
  });
  const agent = createAgent({ apiKey: 'k', baseUrl: `${provider.url}/v1`, env: {}, ...options });
  const environment = (): ToolEnvironment => createEnvironment(script.input);
  const served = { name: 'a', agent, limits: LIMITS, environment, toolSite: 'server' } as const;
  const backend = openMemory({ agents: [served] });
  const problems: string[] = [];
  try {
    for (const input of ODD_INPUTS) {
      script.input = input;
      problems.push(...(await tryInput(input, script, backend, provider)));
    }
  } finally {
    await backend.close(0);
    await provider.close();
  }
  return problems;
}

async function tryInput(
  { name, message = 'look', isRefused = false }: OddInput,
  script: Script,
  backend: Backend,
  { requests }: StrictProvider,
): Promise<readonly string[]> {
  const before = requests.length;
  const send = await openConversation(name, backend);
  const tasks: Task[] = [];
  for (const content of [message, 'something ordinary']) {
    script.replies = 0;
    tasks.push(await send(content));
  }
  const refused = requests.slice(before).flatMap(({ refusal }) => {
    return refusal && !isRefused ? [`${refusal.rule}: ${JSON.stringify(refusal.body)}`] : [];
  });
  const failed = tasks.flatMap(({ state, end }) => {
    return state === 'completed' ? [] : [`${state}: ${end?.error?.message ?? ''}`];
  });
  const answers = tasks.map(getFinalAnswer);
  const silent = answers.at(-1) === ANSWER ? [] : ['no answer afterwards'];
  return [...refused, ...failed, ...silent].map((problem) => `${name}: ${problem.slice(0, 300)}`);
}

type Send = (content: UserMessage['content']) => Promise<Task>;

/** Begins a session, in which a turn continues the one before it even if that failed. */
async function openConversation(contextId: string, backend: Backend): Promise<Send> {
  const { sessions } = backend;
  const runner = withSessions(backend.runner, { sessions, clock: systemClock });
  const opened = {
    type: 'session.opened',
    sessionId: contextId,
    principal: 'p',
    agent: 'a',
  } as const;
  await sessions.append({ principal: 'p', id: contextId }, 0, [opened], 1);
  let count = 0;
  return async (content) => {
    count += 1;
    const messageId = `${contextId}:${count}`;
    const message = { role: 'user', content } as const;
    const { id } = await runner.submit({
      agent: 'a',
      principal: 'p',
      contextId,
      messageId,
      message,
    });
    return runner.waitUntilSettled(id, new AbortController().signal);
  };
}

function createEnvironment({
  tool = 'look',
  description = 'Looks.',
  schema: parameters = { type: 'object', properties: {} },
  instructions,
  result = { content: 'seen' },
}: OddInput): ToolEnvironment {
  const offered = { type: 'function', function: { name: tool, description, parameters } } as const;
  return {
    systemPrompt: () => Promise.resolve(instructions),
    listTools: () => [offered],
    callTool: () => result,
  };
}

it.each(TARGETS)('%s: odd inputs are answered, and refused nowhere', async (_name, target) => {
  expect(await tryInputs(target)).toEqual([]);
});
