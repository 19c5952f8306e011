import {
  isJsonObject,
  type Artifact,
  type JsonObject,
  type JsonValue,
  type Question,
  type ToolCall,
} from '../../core/index.ts';
import { isWireState, stateFromWire, type PeerState } from '../wire/state.ts';
import { approvalRequestsIn } from '../wire/approvals.ts';
import { questionsIn } from '../wire/questions.ts';
import { toolCallsIn } from '../wire/tool-calls.ts';
import { givenBy, giftsIn, type Given } from './peer-artifacts.ts';
import { objectIn, objectsIn, stringIn } from './lenient-fields.ts';

/** A peer's task as plain data. */
export interface PeerTask {
  /** Empty where the peer answered with a message instead of a task. */
  readonly id: string;
  readonly contextId: string | undefined;
  readonly state: PeerState;
  /**
   * The answer, the question or what went wrong, by state; data and files are described in words.
   */
  readonly text: string;
  /** The calls the peer waits for. */
  readonly toolCalls: readonly ToolCall[];
  /** The peer's own calls that it wants decisions about. */
  readonly approvals: readonly ToolCall[];
  /** What the peer's tools want to know; empty where only `text` says what the peer asks. */
  readonly questions: readonly Question[];
  /** What the peer gave beside its answer. */
  readonly artifacts: readonly Artifact[];
}

/** What a peer reports of a task: the task as it now is, or text as it grows. */
export type PeerUpdate =
  | { readonly kind: 'task'; readonly task: PeerTask }
  | { readonly kind: 'text'; readonly text: string };

/** What is known of one task. */
export interface PeerView {
  readonly task: PeerTask | undefined;
  /** The id of the task, where an event has named it. */
  readonly taskId: string | undefined;
  /** The ids of clients' messages in the history that came with the task; none where news came since. */
  readonly heard: readonly string[];
  /** Takes a result or stream event in its 1.0 form and returns what is new in it. */
  take(event: JsonObject): PeerUpdate[];
}

/** True when the peer does nothing more until a client acts. */
export function isSettled({ state }: PeerTask): boolean {
  return state !== 'submitted' && state !== 'working';
}

export function createPeerView(): PeerView {
  let seen: Seen | undefined;
  /** The task as it was read last; `undefined` where an artifact has come since. */
  let known: PeerTask | undefined;
  let heard: readonly string[] = [];
  const artifacts = new Map<string, Taken>();

  function takeTask(task: JsonObject): PeerUpdate[] {
    seen = { ids: idsIn(task, 'id'), status: objectIn(task, 'status'), task };
    heard = heardIn(task);
    for (const artifact of objectsIn(task['artifacts'])) {
      const id = stringIn(artifact, 'artifactId');
      const text = textIn(artifact['parts'], CHUNKS);
      const given = givenBy(artifact, undefined);
      artifacts.set(id, { shown: artifacts.get(id)?.shown ?? '', text, given });
    }
    known = peerTask(seen, artifacts);
    return [{ kind: 'task', task: known }];
  }

  function takeStatus(update: JsonObject): PeerUpdate[] {
    const status = objectIn(update, 'status');
    seen = { ids: { ...seen?.ids, ...idsIn(update, 'taskId') }, status, task: seen?.task ?? {} };
    const task = peerTask(seen, artifacts);
    known = task;
    heard = [];
    const text = task.state === 'working' ? textIn(objectIn(status, 'message')['parts']) : '';
    // Agents of ours say again in words what they have streamed and then taken back.
    const isShown = [...artifacts.values()].some(({ shown }) => shown === text);
    return text === '' || isShown
      ? [{ kind: 'task', task }]
      : [
          { kind: 'task', task },
          { kind: 'text', text },
        ];
  }

  function takeArtifact(update: JsonObject): PeerUpdate[] {
    const artifact = objectIn(update, 'artifact');
    const id = stringIn(artifact, 'artifactId');
    const isMore = update['append'] === true;
    const before = artifacts.get(id);
    const next = shownNext(before, textIn(artifact['parts'], CHUNKS), isMore);
    const given = givenBy(artifact, isMore ? before?.given : undefined);
    artifacts.set(id, { ...next.shown, given });
    known = undefined;
    return next.news === '' ? [] : [{ kind: 'text', text: next.news }];
  }

  return {
    get task() {
      known ??= seen && peerTask(seen, artifacts);
      return known;
    },
    get taskId() {
      return seen?.ids.id;
    },
    get heard() {
      return heard;
    },
    take(event) {
      const { task, message, statusUpdate, artifactUpdate } = event;
      if (isJsonObject(task)) return takeTask(task);
      if (isJsonObject(statusUpdate)) return takeStatus(statusUpdate);
      if (isJsonObject(artifactUpdate)) return takeArtifact(artifactUpdate);
      if (!isJsonObject(message)) return [];
      const status = { state: 'TASK_STATE_COMPLETED', message };
      return takeTask({ id: '', contextId: message['contextId'] ?? '', status });
    },
  };
}

function heardIn(task: JsonObject): readonly string[] {
  return objectsIn(task['history'])
    .filter(({ role }) => role === 'ROLE_USER')
    .map((message) => stringIn(message, 'messageId'));
}

interface Seen {
  readonly ids: { readonly id: string; readonly contextId: string | undefined };
  readonly status: JsonObject;
  readonly task: JsonObject;
}

/** An artifact's text, and how much of it the reader has received. */
interface Shown {
  readonly text: string;
  readonly shown: string;
}

/** An artifact as the peer sends it. */
interface Taken extends Shown {
  readonly given: Given;
}

const nothingShown: Shown = { text: '', shown: '' };

/** A peer that is asked again may start an artifact over; text is shown only once. */
function shownNext(
  { text: before, shown }: Shown = nothingShown,
  text: string,
  append: boolean,
): { readonly shown: Shown; readonly news: string } {
  const whole = append ? before + text : text;
  if (append && before.length === shown.length) {
    return { shown: { text: whole, shown: whole }, news: text };
  }
  if (shown.startsWith(whole)) return { shown: { text: whole, shown }, news: '' };
  const news = whole.startsWith(shown) ? whole.slice(shown.length) : whole;
  return { shown: { text: whole, shown: whole }, news };
}

function peerTask({ ids, status, task }: Seen, artifacts: ReadonlyMap<string, Taken>): PeerTask {
  const wireState = status['state'];
  const state = isWireState(wireState) ? stateFromWire(wireState) : 'working';
  const message = objectIn(status, 'message');
  const said = textIn(message['parts']);
  const isAsking = state === 'input-required';
  const made = [...artifacts.values()].map(({ text }) => text).filter((text) => text !== '');
  return {
    ...ids,
    state,
    text: state === 'completed' ? answerOf(said, made, task) : said,
    toolCalls: isAsking ? dataIn(message['parts'], toolCallsIn) : [],
    approvals: isAsking ? dataIn(message['parts'], approvalRequestsIn) : [],
    questions: isAsking ? dataIn(message['parts'], questionsIn) : [],
    artifacts: giftsIn([...artifacts.values()], said),
  };
}

/**
 * Results belong in artifacts, and a status message may only describe them. Where the status
 * message equals an artifact, that artifact is the answer, and others were steps to it or were given
 * beside it.
 */
function answerOf(said: string, made: readonly string[], task: JsonObject): string {
  if (made.length === 0) return said || lastWords(task);
  return made.includes(said) ? said : made.join('\n');
}

function lastWords(task: JsonObject): string {
  const spoken = objectsIn(task['history']).findLast(({ role }) => role === 'ROLE_AGENT');
  return textIn(spoken?.['parts']);
}

function dataIn<T>(parts: JsonValue | undefined, read: (data: JsonValue) => T[] | undefined): T[] {
  return objectsIn(parts).flatMap((part) => read(part['data'] ?? null) ?? []);
}

/**
 * Many servers keep each chunk of a streamed artifact as a part, so such parts are joined directly.
 */
const CHUNKS = '';

function textIn(parts: JsonValue | undefined, between = '\n'): string {
  const texts = objectsIn(parts).flatMap((part): string[] => {
    const { text, data, url, filename } = part;
    if (typeof text === 'string') return [text];
    if (data !== undefined) {
      const ofExtension = toolCallsIn(data) ?? approvalRequestsIn(data) ?? questionsIn(data);
      return ofExtension ? [] : [JSON.stringify(data)];
    }
    if (typeof url === 'string') return [url];
    return 'raw' in part
      ? [`[file ${typeof filename === 'string' ? filename : 'without a name'}]`]
      : [];
  });
  return texts.join(between);
}

function idsIn(from: JsonObject, key: 'id' | 'taskId'): Seen['ids'] {
  return { id: stringIn(from, key), contextId: stringIn(from, 'contextId') || undefined };
}
