import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createAgent } from '@timestep-ai/timestep';
import { DEFAULT_LIMITS, listMessages, type Task } from '@timestep-ai/timestep/core';
import type { AgentFn, Runner, ServedAgent, ToolEnvironment } from '@timestep-ai/timestep/port';
import { createSqliteRunner } from '@timestep-ai/timestep/runner';
import {
  createPromptCache,
  startStrictProvider,
  type StrictProvider,
  type StrictReply,
} from '@timestep-ai/timestep/testing';
import type { MeasuredProvider } from './providers.ts';

/** Options of a measurement. */
export interface MeasureOptions {
  readonly turns: number;
  /** Number of tool calls in each of the two replies of a turn that call tools. Default: 1. */
  readonly calls?: number;
  /** Default: as for `createAgent`. */
  readonly promptCaching?: boolean;
}

/** What a provider read from its cache in a conversation. */
export interface CachingResult {
  readonly provider: string;
  readonly requests: number;
  readonly input_tokens: number;
  /** Tokens that an earlier request began with too. */
  readonly readable_tokens: number;
  readonly read_tokens: number;
  readonly written_tokens: number;
  /** Part of the readable tokens that was read, and of all input tokens. */
  readonly read_of_readable: number;
  readonly read_of_input: number;
  /** Tokens that the tasks counted as read and as written. */
  readonly counted: { readonly read: number; readonly written: number };
}

const SYSTEM_TOKENS = 2000;
const TOOL_COUNT = 4;
const TOKENS_PER_TOOL = 250;
const SAID_TOKENS = 200;
const ANSWER_TOKENS = 100;
const RESULT_TOKENS = 500;
const CONTEXT_TOKENS = 300;
/** A turn has two replies with tool calls, one after the other, and an answer. */
const REQUESTS_PER_TURN = 3;
const SECONDS_PER_REQUEST = 5;
const SECONDS_BETWEEN_TURNS = 60;

const TOOLS = Array.from({ length: TOOL_COUNT }, (_, index) => ({
  type: 'function' as const,
  function: {
    name: `tool_${index}`,
    description: createText(`Tool ${index}.`, TOKENS_PER_TOOL),
    parameters: { type: 'object', properties: { place: { type: 'string' } } },
  },
}));

/** Runs a conversation with a fake of a provider, which counts what it reads from its cache. */
export async function measureCaching(
  provider: MeasuredProvider,
  { turns, calls = 1, promptCaching }: MeasureOptions,
): Promise<CachingResult> {
  const { server, sums } = await startCountingProvider(provider, calls);
  const folder = mkdtempSync(join(tmpdir(), 'caching-'));
  const model = createAgent({
    env: {},
    ...provider.options,
    ...(promptCaching !== undefined && { promptCaching }),
    apiKey: 'none',
    baseUrl: `${server.url}${provider.path}`,
    retries: 0,
  });
  try {
    const counted = await converse(join(folder, 'tasks.db'), model, turns);
    return {
      provider: provider.name,
      ...sums,
      read_of_readable: sums.read_tokens / Math.max(1, sums.readable_tokens),
      read_of_input: sums.read_tokens / sums.input_tokens,
      counted,
    };
  } finally {
    await server.close();
    rmSync(folder, { recursive: true });
  }
}

/** Runs the turns of a conversation as tasks. After half of them, the database is opened again. */
async function converse(
  path: string,
  model: AgentFn,
  turns: number,
): Promise<CachingResult['counted']> {
  const agents = [createServedAgent(model)];
  const never = new AbortController().signal;
  let runner: Runner & { close(graceMs: number): Promise<void> } = createSqliteRunner({
    path,
    agents,
  });
  let last: Task | undefined;
  let [read, written] = [0, 0];
  for (let turn = 1; turn <= turns; turn += 1) {
    if (turn === Math.ceil(turns / 2) + 1) {
      await runner.close(0);
      runner = createSqliteRunner({ path, agents });
      last = last && (await runner.get(last.id));
    }
    const { id } = await runner.submit({
      agent: 'guide',
      principal: 'ann',
      contextId: 'conversation',
      messageId: `m${turn}`,
      message: { role: 'user', content: createText(`Question ${turn}.`, SAID_TOKENS) },
      ...(last && { start: { history: listMessages(last) } }),
    });
    last = await runner.waitUntilSettled(id, never);
    if (last.state !== 'completed')
      throw new Error(`turn ${turn} ended as ${last.state}: ${last.end?.error?.message ?? ''}`);
    read += last.usage.prompt_tokens_details?.cached_tokens ?? 0;
    written += last.usage.prompt_tokens_details?.cache_write_tokens ?? 0;
  }
  await runner.close(0);
  return { read, written };
}

function createServedAgent(agent: AgentFn): ServedAgent {
  const environment: ToolEnvironment = {
    systemPrompt: async () => createText('You guide people.', SYSTEM_TOKENS),
    listTools() {
      listed += 1;
      // Servers list their tools in any order.
      return listed % 2 === 0 ? TOOLS : TOOLS.toReversed();
    },
    selectContext: ({ messages }) => {
      const text = createText(`For message ${messages.length}.`, CONTEXT_TOKENS);
      return { items: [{ kind: 'rule', name: 'chosen', reason: 'agent', text }] };
    },
    callTool: ({ id }) => ({ content: createText(`Result of ${id}.`, RESULT_TOKENS) }),
  };
  let listed = 0;
  return {
    name: 'guide',
    agent,
    toolSite: 'server',
    limits: DEFAULT_LIMITS,
    environment: () => environment,
  };
}

interface Sums {
  requests: number;
  input_tokens: number;
  readable_tokens: number;
  read_tokens: number;
  written_tokens: number;
}

/** Starts a provider that counts what it reads from its cache, and reports it. */
async function startCountingProvider(
  { cache, dialect }: MeasuredProvider,
  calls: number,
): Promise<{ readonly server: StrictProvider; readonly sums: Readonly<Sums> }> {
  const count = createPromptCache(cache);
  const sums: Sums = {
    requests: 0,
    input_tokens: 0,
    readable_tokens: 0,
    read_tokens: 0,
    written_tokens: 0,
  };
  const server = await startStrictProvider({
    ...(dialect && { dialect }),
    reply({ body }) {
      const { tokens, readable, read, written } = count({ body, at: computeTime(sums.requests) });
      const reply = createReply(sums.requests, calls);
      sums.requests += 1;
      sums.input_tokens += tokens;
      sums.readable_tokens += readable;
      sums.read_tokens += read;
      sums.written_tokens += written;
      const usage = { input: tokens, output: ANSWER_TOKENS, cacheRead: read, cacheWrite: written };
      return { ...reply, usage };
    },
  });
  return { server, sums };
}

/** Computes the time of a request in milliseconds. */
function computeTime(nth: number): number {
  const turn = Math.floor(nth / REQUESTS_PER_TURN);
  return (nth * SECONDS_PER_REQUEST + turn * SECONDS_BETWEEN_TURNS) * 1000;
}

function createReply(nth: number, calls: number): StrictReply {
  const step = nth % REQUESTS_PER_TURN;
  if (step === REQUESTS_PER_TURN - 1) return { text: createText(`Answer ${nth}.`, ANSWER_TOKENS) };
  const toolCalls = Array.from({ length: calls }, (_, index) => ({
    name: `tool_${step}`,
    arguments: { place: `place ${nth}, ${index}` },
  }));
  return { toolCalls };
}

/** Creates a text of about a number of tokens that begins with other words. */
function createText(begin: string, tokens: number): string {
  return `${begin} ${'word '.repeat(tokens)}`.slice(0, 4 * tokens).trim();
}
