import { isWaitingForModel, type Artifact, type Task, type TaskEvent } from '#core';
import type { TaskStep } from '#engine/port';
import {
  createAnswerArtifact,
  artifactToWire,
  hasToolCalls,
  getLastReply,
  progressToStatusUpdate,
  taskToStatusUpdate,
} from './task-to-wire.ts';
import { acceptedOutputToParts } from './content-to-parts.ts';
import type { WireArtifact, WireArtifactUpdate, WireEvent } from './wire-types.ts';

/**
 * Creates an encoder that converts steps to events for one reader. Text is sent in chunks of the step's artifact,
 * and at the end as a whole if the reader missed chunks. If the reply calls tools, its text was no output: then the
 * artifact is emptied and a status carries the text. `share` may cache events for other readers.
 */
export function createStepEncoder(
  share: ShareEvents = (_source, _variant, make) => make(),
): (step: TaskStep) => readonly WireEvent[] {
  let shown = nothingShown;
  /** Number of chunks that a reader has received of each unfinished artifact. */
  const begun = new Map<string, number>();

  function encodeDelta({ task, step, attempt, delta }: Extract<TaskStep, { kind: 'delta' }>) {
    // The cache key contains the step, because an agent may emit the same object again in another step.
    const variant = `${task.generation} ${step}`;
    if (delta.type === 'artifact') {
      const { artifact, append, index } = delta;
      const { artifact_id: id } = artifact;
      const received = append ? begun.get(id) : 0;
      // A chunk is dropped if earlier chunks are missing, because it would look like the whole artifact.
      if (received === undefined || received !== (index ?? received)) return [];
      begun.set(id, received + 1);
      const position = { append, lastChunk: false };
      return share(delta, variant, () => [
        createArtifactEvent(task, artifactToWire(artifact), position),
      ]);
    }
    if (delta.type === 'progress') {
      return share(delta, variant, () => [{ statusUpdate: progressToStatusUpdate(task, delta) }]);
    }
    if (delta.type !== 'text' || delta.text === '') return [];
    const { text } = delta;
    const isNext = shown.step === step && shown.attempt === attempt && !delta.restarts;
    shown = { step, attempt, text: isNext ? shown.text + text : text };
    const position = { append: isNext, lastChunk: false };
    return share(delta, `${variant} ${isNext}`, () => [
      createArtifactEvent(task, createAnswerArtifact(step, text), position),
    ]);
  }

  return (step) => {
    if (step.kind === 'delta') return encodeDelta(step);
    const { before, event, task } = step;
    for (const { artifact_id } of listEventArtifacts(event)) begun.delete(artifact_id);
    const isStatusNew =
      task.state !== before.state || isWaitingForModel(task) || event.type === 'model.refused';
    const states = (): WireEvent[] =>
      isStatusNew ? [{ statusUpdate: taskToStatusUpdate(task) }] : [];
    const artifactEvents = (): WireEvent[] => artifactsToEvents(task, event);
    if (event.type !== 'model.replied')
      return share(event, '', () => [...artifactEvents(), ...states()]);
    const text = event.message.content ?? '';
    const seen = shown.step === event.step ? shown.text : '';
    const append = seen !== '' && text.startsWith(seen);
    shown = nothingShown;
    if (hasToolCalls(event.message)) {
      return share(event, `narration, shown ${seen !== ''}`, () => [
        ...(seen === '' ? [] : [createArtifactEvent(task, createAnswerArtifact(event.step, ''))]),
        ...(text === '' || task.state !== before.state ? [] : [createInterimTextEvent(task)]),
        ...artifactEvents(),
        ...states(),
      ]);
    }
    return share(event, append ? `rest from ${seen.length}` : `all ${seen === ''}`, () => {
      if (text === '' && seen === '') return [...artifactEvents(), ...states()];
      const rest = append ? text.slice(seen.length) : text;
      const output = acceptedOutputToParts(task, event.message);
      const artifact = createAnswerArtifact(event.step, rest, output);
      const end = createArtifactEvent(task, artifact, { append, lastChunk: true });
      return [end, ...artifactEvents(), ...states()];
    });
  };
}

/** Creates the event for text before tool calls. The task keeps running. */
function createInterimTextEvent(task: Task): WireEvent {
  const { status, ...update } = taskToStatusUpdate(task);
  const message = getLastReply(task);
  return { statusUpdate: { ...update, status: { ...status, ...(message && { message }) } } };
}

/**
 * Returns the wire events of a log event or piece of output. Readers with an equal `variant` (what
 * they want to see) get the same objects.
 */
export type ShareEvents = (
  source: object,
  variant: string,
  make: () => readonly WireEvent[],
) => readonly WireEvent[];

type ChunkPosition = Pick<WireArtifactUpdate, 'append' | 'lastChunk'>;

interface ShownText {
  readonly step: number;
  readonly attempt: number;
  readonly text: string;
}

const nothingShown: ShownText = { step: 0, attempt: 0, text: '' };

export function artifactsToEvents(task: Task, event: TaskEvent): WireEvent[] {
  return listEventArtifacts(event).map((one) => createArtifactEvent(task, artifactToWire(one)));
}

function listEventArtifacts(event: TaskEvent): readonly Artifact[] {
  if (event.type === 'tool.returned') return event.artifacts ?? [];
  return event.type === 'model.replied' ? (event.message.artifacts ?? []) : [];
}

const WHOLE: ChunkPosition = { append: false, lastChunk: true };

export function createArtifactEvent(
  { id: taskId, contextId, generation }: Task,
  artifact: WireArtifact,
  position: ChunkPosition = WHOLE,
): WireEvent {
  return {
    artifactUpdate: { taskId, contextId, artifact, ...position, metadata: { generation } },
  };
}
