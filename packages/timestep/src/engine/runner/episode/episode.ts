import {
  CORE_VERSION,
  describeUnknownOption,
  buildEpisodeInfo,
  resolveLimits,
  buildTranscript,
  type EpisodeInfo,
  type JsonObject,
  type Limits,
  type Message,
  type NumberedEvent,
  type Task,
} from '#core';
import { functionEnvironment, type ToolSet } from '#engine/tools';
import type { AgentFn, AgentFunction, Clock, ServedAgent, ToolEnvironment } from '#engine/port';
import { systemClock } from '../clock.ts';
import { runWithCallbacks, type EpisodeCallbacks } from './run-with-callbacks.ts';
import type { TaskRun } from '../run-task.ts';
import { createUuid } from '../uuid.ts';
import { MemoryTaskLog } from '../log/task-log.ts';

/** Options of one episode: tools, limits and callbacks. */
export interface EpisodeOptions extends EpisodeCallbacks {
  /** Tools of the agent: functions of this process, or an environment. */
  readonly tools?: ToolSet | ToolEnvironment;
  /** Names of the tools that the agent may call. Undefined: all of them. */
  readonly toolsAllowed?: readonly string[];
  readonly limits?: Partial<Limits>;
  readonly task?: { readonly id?: string; readonly trial?: number; readonly metadata?: JsonObject };
  readonly seed?: number;
  readonly signal?: AbortSignal;
  readonly clock?: Clock;
  readonly newId?: () => string;
}

/** The names of all options of an episode. The compiler checks that none is missing. */
const OPTIONS: Readonly<Record<keyof EpisodeOptions, true>> = {
  tools: true,
  toolsAllowed: true,
  limits: true,
  approve: true,
  answer: true,
  task: true,
  seed: true,
  signal: true,
  clock: true,
  newId: true,
};

const SPELLINGS: Readonly<Record<string, string>> = {
  maxSteps: 'limits: { max_steps }',
  maxTurns: 'limits: { max_steps }',
  stopWhen: 'limits: { max_steps }',
  timeout: 'limits: { time_limit_s }',
  abortSignal: 'signal',
};

/** The outcome of one episode. */
export interface Episode {
  /** The whole transcript: the initial messages and all later messages. */
  readonly messages: readonly Message[];
  readonly info: EpisodeInfo;
  /** Task events of the episode. `spansOf` converts them to a trace. */
  readonly events: readonly NumberedEvent[];
}

/** Lets an agent continue a transcript until the episode ends. Failures are in `info`; rejects only on misuse. */
export async function runEpisode(
  messages: string | readonly Message[],
  agent: AgentFunction,
  options: EpisodeOptions = {},
): Promise<Episode> {
  const { log, taskRun: run } = startEpisode(messages, agent, options);
  await run.done;
  return buildEpisode(log, options);
}

export interface EpisodeRun {
  readonly log: MemoryTaskLog;
  readonly first: Task;
  readonly taskRun: TaskRun;
}

export function startEpisode(
  given: string | readonly Message[],
  agent: AgentFunction,
  options: EpisodeOptions,
): EpisodeRun {
  const unknown = describeUnknownOption(options, OPTIONS, SPELLINGS);
  if (unknown !== undefined)
    throw new TypeError(`the options of the episode are wrong: it ${unknown}`);
  const messages = toMessages(given);
  if (typeof agent !== 'function') throw new TypeError(describeNonAgent(agent));
  const { tools = {}, task = {}, clock = systemClock, newId = createUuid, signal } = options;
  const environment = isEnvironment(tools) ? tools : functionEnvironment(tools);
  const limits = resolveLimits(options.limits);
  const name = 'agent';
  const id = task.id ?? newId();
  const log = new MemoryTaskLog(
    {
      type: 'task.submitted',
      taskId: id,
      contextId: id,
      agent: name,
      principal: '',
      coreVersion: CORE_VERSION,
      toolSite: 'server',
      limits,
      seed: options.seed ?? 0,
      loadPrompt: false,
      history: messages,
      clientTools: [],
      ...(options.toolsAllowed && { toolsAllowed: options.toolsAllowed }),
      ...(task.metadata && { metadata: task.metadata }),
    },
    clock,
  );
  const first = log.task;
  const served: ServedAgent = {
    name,
    // The task loop accepts string replies, so the agent needs no conversion here.
    agent: agent as AgentFn,
    toolSite: 'server',
    limits,
    environment: () => environment,
  };
  if (signal?.aborted) log.append({ type: 'cancel.requested' });
  const run = runWithCallbacks(log, served, clock, options);
  if (signal && !signal.aborted) {
    const stop = () => {
      if (log.task.end) return;
      log.append({ type: 'cancel.requested' });
      run.interrupt();
    };
    signal.addEventListener('abort', stop, { once: true });
    void run.done.finally(() => signal.removeEventListener('abort', stop));
  }
  return { log, first, taskRun: run };
}

export function buildEpisode({ task, events }: MemoryTaskLog, options: EpisodeOptions): Episode {
  const info = buildEpisodeInfo(task, options.task?.trial ?? 0);
  return { messages: buildTranscript(task), info, events };
}

/** Returns the initial transcript. A string becomes a message of a user. Throws `TypeError` for anything else. */
function toMessages(given: string | readonly Message[]): readonly Message[] {
  if (typeof given === 'string') return [{ role: 'user', content: given }];
  if (isTranscript(given)) return given;
  throw new TypeError(
    'an episode must begin with a string or an array of messages: pass it as the first argument',
  );
}

function isTranscript(given: unknown): given is readonly Message[] {
  return Array.isArray(given);
}

function describeNonAgent(given: unknown): string {
  const name = typeof given === 'string' ? given : 'openai/gpt-5-mini';
  return `an episode needs a function that answers, such as createAgent({ model: ${JSON.stringify(name)} })`;
}

function isEnvironment(tools: ToolSet | ToolEnvironment): tools is ToolEnvironment {
  return 'listTools' in tools && 'callTool' in tools;
}
