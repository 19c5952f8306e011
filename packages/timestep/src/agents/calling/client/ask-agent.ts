import {
  A2AClientError,
  removeApprovalPrefix,
  isApprovalCall,
  type A2AAgentOptions,
  type RemoteTask,
} from '#protocols/a2a';
import { omitUndefined, type Artifact, type Question, type ToolCall } from '#core';
import {
  shortenLine,
  type AgentContext,
  type AgentFn,
  type ToolContext,
  type ToolEnvironment,
} from '#engine/port';
import { runEpisode, type EpisodeOptions } from '#engine/runner';
import { ClientError, type ClientErrorCode } from './client-error.ts';
import type { ClientEvent } from './client-event.ts';
import { createClientTools } from './client-tools.ts';
import { createMessageLog, type MessageLog } from './message-log.ts';
import type { RemoteAgentClient } from './remote-agent-client.ts';

/** Final answer of an agent, with the ids to continue the conversation. */
export interface Answer {
  readonly text: string;
  readonly taskId: string;
  /** Id of the conversation; undefined if the agent stores no conversations. */
  readonly contextId?: string;
  readonly artifacts?: readonly Artifact[];
  /** Question of the agent. Its task waits for the user's reply. */
  readonly question?: Question;
}

/** One message to one agent, from the user or from a handoff. */
export interface SentMessage {
  readonly agentUri: string;
  readonly message: string;
  /** Number of handoffs that led to this message. */
  readonly hops: number;
  readonly contextId: string | undefined;
  /** Id of the agent's task that waits for this message; undefined starts a new task. */
  readonly taskId: string | undefined;
  /** Id of the message; a repeated handoff uses the same id. */
  readonly messageId: string;
  readonly traceparent: string | undefined;
  /** The tool call that sends the message and may be repeated. Undefined: a user sends it. */
  readonly repeatable: RepeatableCall | undefined;
  /** Shows what the agent says about its work as progress of the tool call that sends the message. */
  readonly emit: ToolContext['emit'];
  readonly signal: AbortSignal;
}

type RepeatableCall = Pick<AgentContext, 'key' | 'attempt' | 'dispatch' | 'recordDispatch'>;

export interface AskDeps {
  readonly connect: (
    options: Pick<A2AAgentOptions, 'approvals' | 'onTask' | 'prepare'>,
  ) => RemoteAgentClient;
  readonly environment: ToolEnvironment;
  /** Decides about tool calls that need approval; undefined if no person can be asked. */
  readonly approve: ((call: ToolCall) => boolean | Promise<boolean>) | undefined;
  /** Answers questions of agents; undefined if no person can be asked. */
  readonly answer: ((question: Question) => string | Promise<string>) | undefined;
  readonly tell: (event: EventBody) => void;
  readonly newId: () => string;
}

/**
 * Omits the fields from each variant of the union separately, so that each keeps its own fields.
 */
type EventBody = ClientEvent extends infer Event
  ? Event extends ClientEvent
    ? Omit<Event, 'depth' | 'agentUri'>
    : never
  : never;

/**
 * No limits: an episode ends by its abort signal or by the maximum number of messages in the log.
 */
const LIMITS = { max_steps: Number.POSITIVE_INFINITY, time_limit_s: Number.POSITIVE_INFINITY };

/** Runs an episode of the remote agent with tools of this process. An abort cancels the task. */
export async function askAgent(sent: SentMessage, deps: AskDeps): Promise<Answer> {
  const { message, signal } = sent;
  signal.throwIfAborted();
  const log = createMessageLog(sent, deps);
  const failing = new AbortController();
  const fail = (thrown: unknown): void => failing.abort(thrown);
  const peer = deps.connect({ approvals: deps.approve ? 'calls' : 'words', ...log.options });
  let reply: ReturnType<AgentFn> | undefined;
  let shown = '';
  // Only an agent's first message may repeat an earlier send; later messages belong to the task it started.
  let { repeatable } = sent;
  const agent: AgentFn = async (messages, context) => {
    shown = '';
    const emit: typeof context.emit = (delta) => {
      if (delta.type === 'reasoning') reportProgress(delta.text, sent);
      if (delta.type !== 'text') return;
      shown = delta.restarts ? delta.text : shown + delta.text;
      reportProgress(shown, sent);
      deps.tell(delta);
    };
    try {
      reply = peer.agent(messages, { ...context, emit, ...repeatable });
      repeatable = undefined;
      const replied = await reply;
      const task = log.getTask();
      // Sign-in questions are not passed on, because an answer of the user must not be sent as credentials.
      if (task?.state === 'auth-required') throw createUnansweredError(task);
      log.emitToolCalls();
      reply = undefined;
      return replied;
    } catch (thrown) {
      fail(toClientError(thrown, log.getTask()));
      throw thrown;
    }
  };
  await runEpisode([{ role: 'user', content: message }], agent, {
    tools: createClientTools(sent, deps, log, fail),
    limits: LIMITS,
    signal: AbortSignal.any([signal, failing.signal]),
    ...getPersonCallbacks(deps, log),
  });
  if (signal.aborted) {
    const task = log.getTask();
    // An agent reply in progress cancels its own task when the signal aborts.
    if (reply) await Promise.allSettled([reply]);
    else if (task) await peer.cancel(task.id);
    throw signal.reason;
  }
  failing.signal.throwIfAborted();
  return tellRemoteTaskAnswer(log.getTask(), shown, sent, deps);
}

const MOST_READ = 1000;

/** Reports the last line of what an agent has said as the progress of the call. */
function reportProgress(text: string, { emit: show }: Pick<SentMessage, 'emit'>): void {
  const line = show && text.slice(-MOST_READ).trim().split('\n').at(-1);
  if (line) show({ type: 'progress', text: shortenLine(line) });
}

function toClientError(thrown: unknown, task: RemoteTask | undefined): unknown {
  const isEnd = thrown instanceof A2AClientError && thrown.code.startsWith('task-');
  return isEnd && task ? createUnansweredError(task) : thrown;
}

function getPersonCallbacks(
  { approve, answer }: AskDeps,
  { getTask }: Pick<MessageLog, 'getTask'>,
): Pick<EpisodeOptions, 'approve' | 'answer'> {
  return {
    ...(approve && {
      approve: (call) => approve(isApprovalCall(call.id) ? removeApprovalPrefix(call) : call),
    }),
    ...(answer && {
      answer({ state: _state, ...question }) {
        const asking = getTask();
        return answer(asking?.toolCalls.length === 0 ? combineRemoteQuestions(asking) : question);
      },
    }),
  };
}

/** Converts a task to an answer. If no person can be asked, the task's question is the answer. */
function tellRemoteTaskAnswer(
  task: RemoteTask | undefined,
  shown: string,
  { agentUri, hops }: SentMessage,
  { answer, tell }: AskDeps,
): Answer {
  if (!task)
    throw new ClientError('failed', `invalid response of ${agentUri}: it contains no task`);
  const { id: taskId, contextId, state, text, artifacts } = task;
  const given = artifacts.length > 0 ? artifacts : undefined;
  const answered = omitUndefined({ text, taskId, contextId, artifacts: given });
  if (state === 'completed') {
    const isContinued = text.startsWith(shown);
    if (!isContinued) tell({ type: 'text', text, restarts: true });
    else if (text !== shown) tell({ type: 'text', text: text.slice(shown.length) });
    tell({ type: 'answer', taskId, text });
    return answered;
  }
  const isHandoff = hops > 0 && taskId !== '' && !answer;
  if (state !== 'input-required' || !isHandoff) throw createUnansweredError(task);
  return { ...answered, question: combineRemoteQuestions(task) };
}

function combineRemoteQuestions({ text, questions, approvals }: RemoteTask): Question {
  const [only, ...others] = questions;
  if (only && others.length === 0 && approvals.length === 0) return only;
  return { text, ...(approvals.length > 0 && { options: ['yes', 'no'] }) };
}

function createUnansweredError({ state, text }: RemoteTask): ClientError {
  const code: ClientErrorCode =
    state === 'canceled' || state === 'rejected' || state === 'input-required' ? state : 'failed';
  return new ClientError(code, text || `the task ended as ${state} without a message`);
}
