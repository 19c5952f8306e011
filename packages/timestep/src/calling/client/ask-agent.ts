import {
  A2AClientError,
  getRemoteApprovalCall,
  isApprovalCall,
  type A2AAgentOptions,
  type RemoteTask,
} from '../../a2a/index.ts';
import type { Artifact, Question, ToolCall } from '../../core/index.ts';
import type { AgentFn, ToolEnvironment } from '../../port/index.ts';
import { runEpisode, type EpisodeOptions } from '../../runner/index.ts';
import { ClientError, type ClientErrorCode } from './client-error.ts';
import type { ClientEvent } from './client-event.ts';
import { clientTools } from './client-tools.ts';
import { messageLog } from './message-log.ts';
import type { RemotePeer } from './remote-peer.ts';

/** The final answer of an agent, and where the conversation continues. */
export interface Answer {
  readonly text: string;
  readonly taskId: string;
  /** The conversation, if the agent keeps one. */
  readonly contextId?: string;
  /** What the agent gave beside its words. */
  readonly artifacts?: readonly Artifact[];
  /** Of a handoff: what the agent must know before it can go on. Its task waits for an answer. */
  readonly question?: Question;
}

/** One message to one agent, from the user or with a handoff. */
export interface SentMessage {
  readonly agentUri: string;
  readonly message: string;
  /** Handoffs that led to this message; 0 for a message of the client's user. */
  readonly hops: number;
  readonly contextId: string | undefined;
  /** The task of the agent that waits for the message; absent: a new task. */
  readonly taskId: string | undefined;
  /** The id of the first message; the same for a handoff that is made again. */
  readonly messageId: string;
  /** The span that led to the message (W3C Trace Context). */
  readonly traceparent: string | undefined;
  readonly signal: AbortSignal;
}

/** What is needed to follow a message to the answer. */
export interface AskDeps {
  readonly connect: (
    options: Pick<A2AAgentOptions, 'approvals' | 'onTask' | 'prepare'>,
  ) => RemotePeer;
  /** The tools that the agent asks for. */
  readonly environment: ToolEnvironment;
  /** Decides about a call that needs a person's approval; absent if no person can be asked. */
  readonly approve: ((call: ToolCall) => boolean | Promise<boolean>) | undefined;
  /** Answers what an agent or a tool wants to know; absent if no person can be asked. */
  readonly answer: ((question: Question) => string | Promise<string>) | undefined;
  readonly tell: (event: EventBody) => void;
  readonly newId: () => string;
}

/** An event without its agent and depth. The type is distributed, so that each kind keeps its own fields. */
type EventBody = ClientEvent extends infer Event
  ? Event extends ClientEvent
    ? Omit<Event, 'depth' | 'agentUri'>
    : never
  : never;

/** A signal bounds the time, and the log of messages the rounds, also those that a person's answers begin. */
const LIMITS = { max_steps: Number.POSITIVE_INFINITY, time_limit_s: Number.POSITIVE_INFINITY };

/**
 * Sends a message and follows its task to the answer: an episode of the agent behind A2A, with its tools run
 * here. When the signal aborts, cancels the task.
 */
export async function askAgent(sent: SentMessage, deps: AskDeps): Promise<Answer> {
  const { message, signal } = sent;
  signal.throwIfAborted();
  const log = messageLog(sent, deps);
  const failing = new AbortController();
  const fail = (thrown: unknown): void => failing.abort(thrown);
  const peer = deps.connect({ approvals: deps.approve ? 'calls' : 'words', ...log.options });
  let reply: ReturnType<AgentFn> | undefined;
  const agent: AgentFn = async (messages, context) => {
    const emit: typeof context.emit = (delta) => {
      if (delta.type === 'text') deps.tell({ type: 'text', text: delta.text });
    };
    try {
      reply = peer.agent(messages, { ...context, emit });
      const replied = await reply;
      const task = log.task();
      // No words of a person are credentials.
      if (task?.state === 'auth-required') throw unanswered(task);
      log.tellCalls();
      reply = undefined;
      return replied;
    } catch (thrown) {
      fail(failureOf(thrown, log.task()));
      throw thrown;
    }
  };
  await runEpisode([{ role: 'user', content: message }], agent, {
    tools: clientTools(sent, deps, log, fail),
    limits: LIMITS,
    signal: AbortSignal.any([signal, failing.signal]),
    ...peopleOf(deps, log),
  });
  if (signal.aborted) {
    const task = log.task();
    // An agent that is replying has its task canceled by the reply.
    if (reply) await Promise.allSettled([reply]);
    else if (task) await peer.cancel(task.id);
    throw signal.reason;
  }
  failing.signal.throwIfAborted();
  return answerFrom(log.task(), sent, deps);
}

/** A task that ended badly fails in the words of its agent. */
function failureOf(thrown: unknown, task: RemoteTask | undefined): unknown {
  const isEnd = thrown instanceof A2AClientError && thrown.code.startsWith('task-');
  return isEnd && task ? unanswered(task) : thrown;
}

/** The people beside the client, as an episode asks them. */
function peopleOf(
  { approve, answer }: AskDeps,
  { task }: { readonly task: () => RemoteTask | undefined },
): Pick<EpisodeOptions, 'approve' | 'answer'> {
  return {
    ...(approve && {
      approve: (call) => approve(isApprovalCall(call.id) ? getRemoteApprovalCall(call) : call),
    }),
    ...(answer && {
      answer({ state: _state, ...question }) {
        const asking = task();
        return answer(asking?.toolCalls.length === 0 ? questionOf(asking) : question);
      },
    }),
  };
}

/**
 * The answer of a task that has completed. A task that waits is an answer only to a handoff, and if no person can
 * be asked here: the agent that made the handoff asks its own user.
 */
function answerFrom(
  task: RemoteTask | undefined,
  { agentUri, hops }: SentMessage,
  { answer, tell }: AskDeps,
): Answer {
  if (!task) throw new ClientError('failed', `${agentUri} answered without a task`);
  const { id: taskId, contextId, state, text, artifacts } = task;
  const answered: Answer = {
    text,
    taskId,
    ...(contextId !== undefined && { contextId }),
    ...(artifacts.length > 0 && { artifacts }),
  };
  if (state === 'completed') {
    tell({ type: 'answer', taskId, text });
    return answered;
  }
  const isHandoff = hops > 0 && taskId !== '' && !answer;
  if (state !== 'input-required' || !isHandoff) throw unanswered(task);
  return { ...answered, question: questionOf(task) };
}

/** What a waiting task wants to know; a request for approval is answered with yes or no. */
function questionOf({ text, questions, approvals }: RemoteTask): Question {
  const [only, ...others] = questions;
  if (only && others.length === 0 && approvals.length === 0) return only;
  return { text, ...(approvals.length > 0 && { options: ['yes', 'no'] }) };
}

function unanswered({ state, text }: RemoteTask): ClientError {
  const code: ClientErrorCode =
    state === 'canceled' || state === 'rejected' || state === 'input-required' ? state : 'failed';
  return new ClientError(code, text || `the task ended as ${state} and said nothing more`);
}
