import {
  listArtifacts,
  listCallsAwaitingAnswer,
  listCallsAwaitingApproval,
  listCallsAwaitingClient,
  appendYesOrNoHint,
  formatApprovalQuestion,
  formatQuestion,
  listValidEntries,
  omitUndefined,
  toArray,
  type Artifact,
  type AssistantMessage,
  type JsonObject,
  type Message,
  type Parking,
  type Task,
  toShownCall,
} from '#core';
import type { AgentDescription } from './agent-description.ts';
import {
  describeRefusal,
  describeTaskOmissions,
  describeTaskWait,
  formatTime,
  type ProgressDelta,
} from '#engine/port';
import { contentToParts, acceptedOutputToParts } from './content-to-parts.ts';
import { createQuestionsPart, formatQuestions } from './question-parts.ts';
import { createApprovalRequestsPart } from './approval-parts.ts';
import { buildHistory, replyToMessage } from './history.ts';
import {
  getWireState,
  type WireArtifact,
  type WireMessage,
  type WirePart,
  type WireStatus,
  type WireStatusUpdate,
  type WireTask,
} from './wire-types.ts';
import { TOOL_CALLS_EXTENSION } from './tool-calls.ts';

export interface TaskView {
  /** Maximum number of most recent messages in the history. Undefined: all; 0: no history. */
  readonly historyLength?: number | undefined;
  readonly includeArtifacts?: boolean;
  /** Whether the history shows tool calls. Default: `shown`. */
  readonly toolCalls?: AgentDescription['toolCalls'] | undefined;
}

/** Converts a task to its wire form (section 4.1.1). */
export function taskToWire(task: Task, view: TaskView = {}): WireTask {
  const { historyLength, includeArtifacts = true, toolCalls } = view;
  const entries = listValidEntries(task);
  const artifacts = includeArtifacts
    ? [...listAnswerArtifacts(task), ...listArtifacts(task).map(artifactToWire)]
    : [];
  const history = historyLength === 0 ? [] : buildHistory(task, entries, toolCalls);
  return {
    id: task.id,
    contextId: task.contextId,
    status: statusToWire(task, buildStatusMessage(task)),
    ...(artifacts.length > 0 && { artifacts }),
    ...(history.length > 0 && {
      history: historyLength === undefined ? history : history.slice(-historyLength),
    }),
    metadata: addOmissionsToMetadata(
      { ...task.origin.metadata, generation: task.generation },
      task,
    ),
  };
}

/** Adds metadata about parts that the model did not read, which the status of an ended task does not mention. */
function addOmissionsToMetadata(metadata: JsonObject, task: Task): JsonObject {
  const left_out = describeTaskOmissions(task);
  return left_out === undefined ? metadata : { ...metadata, left_out };
}

function statusToWire(task: Task, message: WireMessage | undefined): WireStatus {
  const timestamp = formatTime(task.updatedAt);
  return { state: getWireState(task), ...(message && { message }), timestamp };
}

/**
 * Converts the status of a task to an update. It does not repeat an answer that was sent as an artifact: clients
 * that join artifacts and statuses of a stream would show it twice (section 3.7).
 */
export function taskToStatusUpdate(task: Task): WireStatusUpdate {
  const last = task.entries?.last.message;
  const isSent = task.state === 'completed' && last !== undefined && isFinalTextReply(last);
  return {
    taskId: task.id,
    contextId: task.contextId,
    status: statusToWire(task, isSent ? undefined : buildStatusMessage(task)),
    metadata: addOmissionsToMetadata({ generation: task.generation }, task),
  };
}

/** Metadata key of the progress of a call: the id of the call, and what it does now. */
const PROGRESS_META = 'dev.timestep/progress';

/** Creates the event for the progress of a running call, which the task itself does not contain. */
export function progressToStatusUpdate(
  task: Task,
  { callId, text }: Pick<ProgressDelta, 'callId' | 'text'>,
): WireStatusUpdate {
  const { metadata, ...update } = taskToStatusUpdate(task);
  const id = `${task.id}:progress:${task.generation}:${callId}`;
  const message = replyToMessage(task, id, { role: 'assistant', content: text });
  return {
    ...update,
    status: statusToWire(task, message),
    metadata: { ...metadata, [PROGRESS_META]: { callId, text } },
  };
}

function buildStatusMessage(task: Task): WireMessage | undefined {
  const last = task.entries?.last;
  switch (task.state) {
    case 'submitted':
    case 'canceled':
      return undefined;
    case 'working': {
      if (task.refusal && task.model === 'idle') {
        const content = describeRefusal(task.refusal);
        const id = `${task.id}:refusal:${task.steps}:${task.attempt}`;
        return replyToMessage(task, id, { role: 'assistant', content });
      }
      const content = describeTaskWait(task);
      if (content === undefined) return undefined;
      const id = `${task.id}:wait:${task.steps}:${task.attempt}`;
      return replyToMessage(task, id, { role: 'assistant', content });
    }
    case 'completed':
      return getLastReply(task);
    case 'input-required': {
      if (task.parked) return buildParkingMessage(task, task.parked);
      if (last?.message.role !== 'assistant') return undefined;
      const open = listCallsAwaitingClient(task).map(({ call }) => call);
      // A message that contains only some of the reply's tool calls needs a message id of its own.
      const isAll = open.length === task.calls.length;
      const messageId = isAll ? last.messageId : `${last.messageId}:${open.length}-open`;
      const reply = replyToMessage(task, messageId, last.message, open);
      return addQuestions(task, addApprovalRequests(task, reply));
    }
    case 'failed':
    case 'rejected': {
      const answer = task.end?.error?.code === 'rejected' ? getLastReply(task) : undefined;
      if (answer) return answer;
      const text = task.end?.error?.message ?? `the task was ${task.state}`;
      const content = { role: 'assistant', content: text } as const;
      return replyToMessage(task, `${task.id}:end`, content);
    }
  }
}

/**
 * Builds the question whether a stopped task should continue. It is a message of its own, because
 * the client may have shown the last reply already.
 */
function buildParkingMessage(task: Task, { question, at }: Parking): WireMessage {
  const content = { role: 'assistant', content: formatQuestion(question) } as const;
  return replyToMessage(task, `${task.id}:parked-${at}`, content);
}

/** Returns the agent's last reply as a message, without its tool calls. */
export function getLastReply(task: Task): WireMessage | undefined {
  const last = task.entries?.last;
  return last?.message.role === 'assistant'
    ? replyToMessage(task, last.messageId, last.message, [])
    : undefined;
}

/** Returns the answer as a message without a task. Undefined if the response must be the task itself. */
export function getReplySentWithoutTask(task: Task): WireMessage | undefined {
  const reply = task.entries?.last.message;
  const isBare = reply?.role === 'assistant' && reply.reply_as === 'bare-message';
  if (!isBare || task.state !== 'completed' || listArtifacts(task).length > 0) return undefined;
  const { taskId: _taskId, ...message } = getLastReply(task) ?? {};
  return 'messageId' in message ? message : undefined;
}

function addApprovalRequests(task: Task, reply: WireMessage): WireMessage {
  const waiting = listCallsAwaitingApproval(task);
  if (waiting.length === 0) return reply;
  const text = appendYesOrNoHint(formatApprovalQuestion(waiting.map(toShownCall)));
  const request = createApprovalRequestsPart(waiting);
  const again = waiting.reduce((sum, { askedAgain = 0 }) => sum + askedAgain, 0);
  const id = `${waiting.length}-to-approve${again === 0 ? '' : `-${again}`}`;
  return addRequestToReply(reply, id, [{ text }, request]);
}

function addQuestions(task: Task, reply: WireMessage): WireMessage {
  const calls = listCallsAwaitingAnswer(task);
  const [first] = calls;
  if (!first) return reply;
  const id = `${calls.length}-asking-${first.answers?.length ?? 0}`;
  return addRequestToReply(reply, id, [
    { text: formatQuestions(calls) },
    createQuestionsPart(calls),
  ]);
}

/** Adds a request (for approval or an answer) to a reply. The combined message gets the given id. */
function addRequestToReply(
  reply: WireMessage,
  id: string,
  request: readonly WirePart[],
): WireMessage {
  const said = reply.parts.filter((part) => !('text' in part) || part.text !== '');
  return {
    ...reply,
    messageId: `${reply.messageId}:${id}`,
    parts: [...said, ...request],
    extensions: [TOOL_CALLS_EXTENSION],
  };
}

export function artifactToWire(artifact: Artifact): WireArtifact {
  const { artifact_id: artifactId, name, description, parts, metadata } = artifact;
  return omitUndefined({
    artifactId,
    name,
    description,
    parts: contentToParts(parts),
    metadata,
  });
}

/** Returns whether a reply has tool calls: its text is then no output of the task. */
export function hasToolCalls({ tool_calls = [] }: AssistantMessage): boolean {
  return tool_calls.length > 0;
}

/** Returns whether a message is a reply whose text is output of the task. */
function isFinalTextReply(
  message: Message,
): message is AssistantMessage & { readonly content: string } {
  return message.role === 'assistant' && Boolean(message.content) && !hasToolCalls(message);
}

/** Lists the replies whose text is output of the task, as artifacts. */
function listAnswerArtifacts(task: Task): WireArtifact[] {
  const artifacts: WireArtifact[] = [];
  let step = 0;
  // A reply that does not match the output schema also counts as a step.
  for (const { message } of toArray(task.entries)) {
    if (message.role !== 'assistant') continue;
    step += 1;
    if (isFinalTextReply(message))
      artifacts.push(
        createAnswerArtifact(step, message.content, acceptedOutputToParts(task, message)),
      );
  }
  return artifacts;
}

/** Creates the artifact of a step: its text, then its answer as data. The step determines the id. */
export function createAnswerArtifact(
  step: number,
  text: string,
  output: readonly WirePart[] = [],
): WireArtifact {
  const words: readonly WirePart[] = text === '' && output.length > 0 ? [] : [{ text }];
  return { artifactId: `answer-${step}`, name: 'answer', parts: [...words, ...output] };
}
