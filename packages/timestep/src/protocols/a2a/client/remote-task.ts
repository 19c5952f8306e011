import {
  isJsonObject,
  parseJson,
  toCanonicalJson,
  type Artifact,
  type JsonObject,
  type JsonValue,
  type Question,
  type ToolCall,
} from '#core';
import { isWireState, stateFromWire, type RemoteTaskState } from '../wire/wire-types.ts';
import { parseApprovalRequests } from '../wire/approval-parts.ts';
import { parseQuestionParts } from '../wire/question-parts.ts';
import { parseToolCalls } from '../wire/tool-calls.ts';
import {
  appendArtifactChunk,
  isReplyArtifact,
  listArtifactsBesidesAnswer,
  removeInnerCalls,
  type ReceivedArtifact,
} from './remote-artifacts.ts';
import { getObject, filterObjects, getStringOrEmpty } from './lenient-fields.ts';
import {
  containsLines,
  NOTHING_STREAMED,
  streamArtifactText,
  type ArtifactText,
} from './streamed-answer.ts';

/** A remote agent's task, as the client sees it. */
export interface RemoteTask {
  /** Id of the task. Empty if the agent answered with a message instead of a task. */
  readonly id: string;
  readonly contextId: string | undefined;
  readonly state: RemoteTaskState;
  /** Text of the answer, question or error. Data and files are described as text. */
  readonly text: string;
  readonly toolCalls: readonly ToolCall[];
  /** The remote agent's own tool calls that need approval. */
  readonly approvals: readonly ToolCall[];
  /** Questions of the remote agent's tools to the user. Empty if the only question is in `text`. */
  readonly questions: readonly Question[];
  readonly artifacts: readonly Artifact[];
}

/**
 * An update from a remote agent: the current task, new text of its answer, or progress. Progress is
 * what the agent says about its work; it is not part of the answer (A2A 1.0, 3.7).
 */
export type RemoteTaskUpdate =
  | { readonly kind: 'task'; readonly task: RemoteTask }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'progress'; readonly text: string };

export interface RemoteTaskView {
  readonly task: RemoteTask | undefined;
  readonly taskId: string | undefined;
  /**
   * Ids of client messages in the history that the agent sent last. Empty if the task has changed
   * after that history was sent.
   */
  readonly historyIds: readonly string[];
  apply(event: JsonObject): RemoteTaskUpdate[];
}

/** Returns whether the agent does nothing further until the client acts. */
export function isRemoteTaskSettled({ state }: Pick<RemoteTask, 'state'>): boolean {
  return state !== 'submitted' && state !== 'working';
}

/**
 * Creates a view of a task, to which events are applied. `namesReplies` means that the agent marks
 * which artifacts are its replies, so that only their text is streamed.
 */
export function createRemoteTaskView(namesReplies = false): RemoteTaskView {
  let seen: LatestStatus | undefined;
  // Cached view of the task. Undefined if an artifact arrived since it was computed.
  let known: RemoteTask | undefined;
  let heard: readonly string[] = [];
  const artifacts = new Map<string, TrackedArtifact>();
  let streamed = NOTHING_STREAMED;
  // What the agent has said while it worked. It is the answer if the agent gives no other answer.
  let progress = '';

  function applyTaskSnapshot(task: JsonObject): RemoteTaskUpdate[] {
    const status = getObject(task, 'status');
    progress = selectProgressOrLastMessage(progress, task);
    seen = { ids: readTaskAndContextIds(task, 'id'), status, task, progress };
    heard = listUserMessageIds(task);
    for (const artifact of filterObjects(task['artifacts'])) {
      const id = getStringOrEmpty(artifact, 'artifactId');
      artifacts.set(id, toTrackedArtifact(artifact, artifacts.get(id)));
    }
    known = buildRemoteTask(seen, artifacts);
    return [{ kind: 'task', task: known }];
  }

  function applyStatusUpdate(update: JsonObject): RemoteTaskUpdate[] {
    const status = getObject(update, 'status');
    const isWorking = readTaskStateOrWorking(status) === 'working';
    const parts = isWorking ? getObject(status, 'message')['parts'] : undefined;
    if (!namesReplies) progress += joinTextParts(parts);
    const ids = { ...seen?.ids, ...readTaskAndContextIds(update, 'taskId') };
    seen = { ids, status, task: seen?.task ?? {}, progress };
    const task = buildRemoteTask(seen, artifacts);
    known = task;
    heard = [];
    const text = joinText(parts);
    // Timestep agents send text before tool calls twice: streamed, and then as a status message.
    const isNew = text !== '' && !containsLines(streamed.ended + streamed.open, text);
    return [{ kind: 'task', task }, ...(isNew ? [{ kind: 'progress', text } as const] : [])];
  }

  function applyArtifactUpdate(update: JsonObject): RemoteTaskUpdate[] {
    const artifact = removeInnerCalls(getObject(update, 'artifact'));
    const id = getStringOrEmpty(artifact, 'artifactId');
    const before = artifacts.get(id);
    const earlier = update['append'] === true ? before : undefined;
    const added = joinText(artifact['parts'], CHUNKS, earlier?.text);
    const text = earlier ? earlier.text + added : added;
    const received = appendArtifactChunk(artifact, earlier?.received);
    const isReply = isReplyArtifact(received.properties);
    const grows = earlier !== undefined || isReply || continuesEarlierText(before, text);
    const tracked = { text, received, grows, isComplete: update['lastChunk'] === true };
    artifacts.set(id, tracked);
    known = undefined;
    if (namesReplies && !isReply) return [];
    // If the artifact is a reply, the answer consists of this artifact only.
    const piece = { id, added, earlier: earlier?.text, isAlone: isReply };
    const { news, ...next } = streamArtifactText(streamed, piece, artifacts);
    streamed = next.streamed;
    return news === '' ? [] : [{ kind: 'text', text: news }];
  }

  return {
    get task() {
      known ??= seen && buildRemoteTask(seen, artifacts);
      return known;
    },
    get taskId() {
      return seen?.ids.id;
    },
    get historyIds() {
      return heard;
    },
    apply(event) {
      const { task, message, statusUpdate, artifactUpdate } = event;
      if (isJsonObject(task)) return applyTaskSnapshot(task);
      if (isJsonObject(statusUpdate)) return applyStatusUpdate(statusUpdate);
      if (isJsonObject(artifactUpdate)) return applyArtifactUpdate(artifactUpdate);
      return isJsonObject(message) ? applyTaskSnapshot(messageToTask(message)) : [];
    },
  };
}

/** Lists the ids of the client's messages in a task's history. */
export function listUserMessageIds(task: JsonObject): readonly string[] {
  return filterObjects(task['history'])
    .filter(({ role }) => role === 'ROLE_USER')
    .map((message) => getStringOrEmpty(message, 'messageId'));
}

function messageToTask(message: JsonObject): JsonObject {
  const status = { state: 'TASK_STATE_COMPLETED', message };
  return { id: '', contextId: message['contextId'] ?? '', status };
}

/**
 * Returns the streamed text. If the task ended or waits and the streamed text does not end with the
 * agent's last message, returns that message.
 */
function selectProgressOrLastMessage(progress: string, task: JsonObject): string {
  const last = getLastAgentText(task);
  const isComplete = isRemoteTaskSettled({
    state: readTaskStateOrWorking(getObject(task, 'status')),
  });
  return isComplete && !progress.endsWith(last) ? last : progress;
}

interface LatestStatus {
  readonly ids: { readonly id: string; readonly contextId: string | undefined };
  readonly status: JsonObject;
  readonly task: JsonObject;
  /**
   * What the agent has said while it worked. Empty if it has said nothing since the stream began.
   */
  readonly progress: string;
}

interface TrackedArtifact extends ArtifactText {
  readonly received: ReceivedArtifact;
}

function toTrackedArtifact(sent: JsonObject, before?: TrackedArtifact): TrackedArtifact {
  const artifact = removeInnerCalls(sent);
  const text = joinText(artifact['parts'], CHUNKS);
  const isComplete = before?.isComplete ?? true;
  const grows = continuesEarlierText(before, text);
  return { text, received: appendArtifactChunk(artifact, undefined), grows, isComplete };
}

/** Returns whether a text that was sent as a whole continues the text before it. */
function continuesEarlierText(before: ArtifactText | undefined, text: string): boolean {
  if (before === undefined || before.text === '') return false;
  return before.grows || (text.length > before.text.length && text.startsWith(before.text));
}

function buildRemoteTask(
  { ids, status, task, progress }: LatestStatus,
  artifacts: ReadonlyMap<string, TrackedArtifact>,
): RemoteTask {
  const state = readTaskStateOrWorking(status);
  const message = getObject(status, 'message');
  const said = joinText(message['parts']);
  const isAsking = state === 'input-required';
  const made = listPossibleAnswerTexts([...artifacts.values()]);
  const { text, used } = selectTaskText(state, said, made, progress || getLastAgentText(task));
  return {
    ...ids,
    state,
    text,
    toolCalls: isAsking ? collectData(message['parts'], parseToolCalls) : [],
    approvals: isAsking ? collectData(message['parts'], parseApprovalRequests) : [],
    questions: isAsking ? collectData(message['parts'], parseQuestionParts) : [],
    artifacts: listArtifactsBesidesAnswer([...artifacts.values()], used),
  };
}

/**
 * Lists the texts of artifacts that may be the answer. For a Timestep agent, only its newest reply.
 */
function listPossibleAnswerTexts(artifacts: readonly TrackedArtifact[]): readonly string[] {
  const written = artifacts.filter(({ text }) => text !== '');
  const reply = written.findLast(({ received }) => isReplyArtifact(received.properties));
  return reply ? [reply.text] : written.map(({ text }) => text);
}

/** The text chosen as the answer of a task, and the texts of artifacts that this text contains. */
interface SelectedText {
  readonly text: string;
  readonly used: readonly string[];
}

/**
 * Selects the text of a task: its artifacts, otherwise its status message, otherwise what the agent
 * said earlier. If the task waits, its status message is the question; if it failed, was canceled
 * or rejected, status message and artifacts are joined.
 */
function selectTaskText(
  state: RemoteTaskState,
  said: string,
  made: readonly string[],
  earlier: string,
): SelectedText {
  switch (state) {
    case 'completed':
      return selectAnswerText(said, made, earlier);
    case 'failed':
    case 'canceled':
    case 'rejected': {
      const texts = [said, ...made.filter((text) => text !== said)].filter((text) => text !== '');
      return { text: texts.join('\n') || earlier, used: made };
    }
    case 'input-required':
    case 'auth-required':
      return said === '' ? selectAnswerText('', made, earlier) : { text: said, used: [said] };
    case 'submitted':
    case 'working':
      return { text: said, used: made };
  }
}

/**
 * Selects the answer of a task. If an artifact equals the status message, the other artifacts are
 * intermediate results.
 */
function selectAnswerText(
  statusText: string,
  artifactTexts: readonly string[],
  earlier: string,
): SelectedText {
  if (artifactTexts.length === 0) return { text: statusText || earlier, used: [] };
  if (artifactTexts.includes(statusText)) return { text: statusText, used: [statusText] };
  return { text: artifactTexts.join('\n'), used: artifactTexts };
}

function readTaskStateOrWorking({ state }: JsonObject): RemoteTaskState {
  return isWireState(state) ? stateFromWire(state) : 'working';
}

function getLastAgentText(task: JsonObject): string {
  const spoken = filterObjects(task['history']).findLast(({ role }) => role === 'ROLE_AGENT');
  return joinText(spoken?.['parts']);
}

function collectData<T>(
  parts: JsonValue | undefined,
  read: (data: JsonValue) => T[] | undefined,
): T[] {
  return filterObjects(parts).flatMap((part) => read(part['data'] ?? null) ?? []);
}

function joinTextParts(parts: JsonValue | undefined): string {
  return filterObjects(parts)
    .map(({ text }) => (typeof text === 'string' ? text : ''))
    .join('');
}

/** Separator of the text parts of an artifact. It is empty, because many servers store each chunk as a part. */
const CHUNKS = '';

function joinText(parts: JsonValue | undefined, separator = '\n', earlier = ''): string {
  const texts = filterObjects(parts).flatMap((part, index, all): string[] => {
    const { text, data, url } = part;
    if (typeof text === 'string') return [text];
    if (data !== undefined) {
      if (isDataSameAsText(earlier, all.slice(0, index), data)) return [];
      const ofExtension =
        parseToolCalls(data) ?? parseApprovalRequests(data) ?? parseQuestionParts(data);
      return ofExtension ? [] : [JSON.stringify(data)];
    }
    if (typeof url === 'string') return [url];
    if ('raw' in part) return [describeFile(part)];
    return [`[a part of an unsupported kind: ${JSON.stringify(part)}]`];
  });
  return texts.join(separator);
}

function describeFile({ filename, mediaType }: JsonObject): string {
  const name = typeof filename === 'string' ? filename : 'without a name';
  return typeof mediaType === 'string' ? `[file ${name}, ${mediaType}]` : `[file ${name}]`;
}

/**
 * Returns whether data repeats the text before it: Timestep agents send structured output as both.
 */
function isDataSameAsText(
  earlier: string,
  before: readonly JsonObject[],
  data: JsonValue,
): boolean {
  const texts = before.map(({ text }) => (typeof text === 'string' ? text : ''));
  const written = [earlier, ...texts].join('');
  const value = parseJson(written);
  return value !== undefined && toCanonicalJson(value) === toCanonicalJson(data);
}

function readTaskAndContextIds(fields: JsonObject, key: 'id' | 'taskId'): LatestStatus['ids'] {
  return {
    id: getStringOrEmpty(fields, key),
    contextId: getStringOrEmpty(fields, 'contextId') || undefined,
  };
}
