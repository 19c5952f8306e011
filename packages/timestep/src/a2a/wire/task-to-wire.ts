import {
  artifactsOf,
  callsAwaitingAnswer,
  callsAwaitingApproval,
  callsAwaitingClient,
  callToMake,
  ownEntries,
  type Artifact,
  type AssistantMessage,
  type Entry,
  type JsonObject,
  type Task,
} from '../../core/index.ts';
import type { AgentDescription } from './agent-description.ts';
import { timeText } from '../../port/index.ts';
import { contentToParts } from './content-to-parts.ts';
import { questionsPart, questionsText } from './questions.ts';
import { approvalQuestion, approvalRequestsPart } from './approvals.ts';
import { historyOf, replyToMessage } from './history.ts';
import { stateToWire } from './state.ts';
import { TOOL_CALLS_EXTENSION } from './tool-calls.ts';
import type { WireArtifact, WireMessage, WireStatus, WireStatusUpdate, WireTask } from './wire.ts';

export interface TaskView {
  /** The most recent messages to include: absent means all, 0 means that there is no history. */
  readonly historyLength?: number | undefined;
  readonly includeArtifacts?: boolean;
  /** Whether the history shows calls of tools. Default `shown`. */
  readonly toolCalls?: AgentDescription['toolCalls'];
}

/** A task as clients see it (section 4.1.1). */
export function taskToWire(task: Task, view: TaskView = {}): WireTask {
  const { historyLength, includeArtifacts = true, toolCalls } = view;
  const entries = ownEntries(task);
  const artifacts = includeArtifacts ? answersIn(entries) : [];
  if (includeArtifacts) {
    for (const artifact of artifactsOf(task)) artifacts.push(artifactToWire(artifact));
  }
  const history = historyLength === 0 ? [] : historyOf(task, entries, toolCalls);
  return {
    id: task.id,
    contextId: task.contextId,
    status: statusToWire(task),
    ...(artifacts.length > 0 && { artifacts }),
    ...(history.length > 0 && {
      history: historyLength === undefined ? history : history.slice(-historyLength),
    }),
    metadata: { ...task.origin.metadata, ...generationOf(task) },
  };
}

/** The state, and the message that goes with it: calls to make, the answer, or what went wrong. */
function statusToWire(task: Task): WireStatus {
  const message = statusMessageOf(task);
  return {
    state: stateToWire(task),
    ...(message && { message }),
    timestamp: timeText(task.updatedAt),
  };
}

/** The event that reports a new state. */
export function statusUpdateOf(task: Task): WireStatusUpdate {
  return {
    taskId: task.id,
    contextId: task.contextId,
    status: statusToWire(task),
    metadata: generationOf(task),
  };
}

/** The number of the newest event, which rises with every change. */
export function generationOf(task: Task): JsonObject {
  return { generation: task.generation };
}

function statusMessageOf(task: Task): WireMessage | undefined {
  const last = task.entries?.last;
  switch (task.state) {
    case 'submitted':
    case 'working':
    case 'canceled':
      return undefined;
    case 'completed':
      return lastWordsOf(task);
    case 'input-required': {
      if (last?.message.role !== 'assistant') return undefined;
      const open = callsAwaitingClient(task).map(({ call }) => call);
      // A message with only some of the calls differs from the one with all, and so has another id.
      const isAll = open.length === task.calls.length;
      const messageId = isAll ? last.messageId : `${last.messageId}:${open.length}-open`;
      const reply = replyToMessage(task, messageId, last.message, open);
      return askingQuestions(task, askingApproval(task, reply));
    }
    case 'failed':
    case 'rejected': {
      const answer = task.end?.error?.code === 'rejected' ? lastWordsOf(task) : undefined;
      if (answer) return answer;
      const text = task.end?.error?.message ?? `the task was ${task.state}`;
      const content = { role: 'assistant', content: text } as const;
      return replyToMessage(task, `${task.id}:end`, content);
    }
  }
}

/** The words of the last reply of a task as a message, without the calls that it asks for. */
export function lastWordsOf(task: Task): WireMessage | undefined {
  const last = task.entries?.last;
  return last?.message.role === 'assistant'
    ? replyToMessage(task, last.messageId, last.message, [])
    : undefined;
}

/**
 * The answer of a task that its agent gives as a bare message: without the task, and without what only a
 * task can hold. `undefined` where the task itself is the answer.
 */
export function bareMessageOf(task: Task): WireMessage | undefined {
  const reply = task.entries?.last.message;
  const isBare = reply?.role === 'assistant' && reply.reply_as === 'bare-message';
  if (!isBare || task.state !== 'completed' || artifactsOf(task).length > 0) return undefined;
  const { taskId: _taskId, ...message } = lastWordsOf(task) ?? {};
  return 'messageId' in message ? message : undefined;
}

/** Adds the calls that need a person's decision; such a message has an id of its own. */
function askingApproval(task: Task, reply: WireMessage): WireMessage {
  const waiting = callsAwaitingApproval(task);
  const calls = waiting.map(callToMake);
  if (calls.length === 0) return reply;
  const said = reply.parts.filter((part) => !('text' in part) || part.text !== '');
  return {
    ...reply,
    messageId: `${reply.messageId}:${calls.length}-to-approve`,
    parts: [...said, { text: approvalQuestion(calls) }, approvalRequestsPart(waiting)],
    extensions: [TOOL_CALLS_EXTENSION],
  };
}

/** Adds what tools want to know; such a message has an id of its own. */
function askingQuestions(task: Task, reply: WireMessage): WireMessage {
  const calls = callsAwaitingAnswer(task);
  const [first] = calls;
  if (!first) return reply;
  const said = reply.parts.filter((part) => !('text' in part) || part.text !== '');
  const rounds = first.answers?.length ?? 0;
  return {
    ...reply,
    messageId: `${reply.messageId}:${calls.length}-asking-${rounds}`,
    parts: [...said, { text: questionsText(calls) }, questionsPart(calls)],
    extensions: [TOOL_CALLS_EXTENSION],
  };
}

/** Something that was given to the user, as an artifact. */
export function artifactToWire({
  artifact_id: artifactId,
  name,
  description,
  parts,
  metadata,
}: Artifact): WireArtifact {
  return {
    artifactId,
    ...(name !== undefined && { name }),
    ...(description !== undefined && { description }),
    parts: contentToParts(parts),
    ...(metadata && { metadata }),
  };
}

/** What an agent says beside calls of tools is on the way to its output, and no part of it. */
export function isNarration({ tool_calls = [] }: AssistantMessage): boolean {
  return tool_calls.length > 0;
}

/** The text of each reply that is the task's output. */
function answersIn(entries: readonly Entry[]): WireArtifact[] {
  const artifacts: WireArtifact[] = [];
  let step = 0;
  for (const { message } of entries) {
    if (message.role !== 'assistant') continue;
    step += 1;
    if (message.content && !isNarration(message))
      artifacts.push(answerArtifact(step, message.content));
  }
  return artifacts;
}

/** The artifact that holds the text of a step; the same in streams and in tasks. */
export function answerArtifact(step: number, text: string): WireArtifact {
  return { artifactId: `answer-${step}`, name: 'answer', parts: [{ text }] };
}
