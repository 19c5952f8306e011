import type { Artifact, Task, TaskEvent } from '../../core/index.ts';
import type { Step } from '../../port/index.ts';
import {
  answerArtifact,
  artifactToWire,
  generationOf,
  isNarration,
  lastWordsOf,
  statusUpdateOf,
} from './task-to-wire.ts';
import type { WireEvent } from './wire.ts';

/**
 * Turns the steps of one reader into stream events. Text goes out as it grows, as chunks of the
 * step's artifact; if text was missed or lost, the artifact still ends as the reply's whole text.
 * Where the reply asks for calls, its text was no output: the artifact is emptied, and a status says the text.
 * States go out when they change. `share` may keep events for other readers of the same task.
 */
export function stepEncoder(
  share: ShareEvents = (_source, _variant, make) => make(),
): (step: Step) => readonly WireEvent[] {
  let shown = nothingShown;
  /** How many pieces the reader has received of each artifact that is not whole yet. */
  const begun = new Map<string, number>();

  function piece({ task, step, attempt, delta }: Extract<Step, { kind: 'delta' }>) {
    // An agent may emit the same object again, also in another step.
    const variant = `${task.generation} ${step}`;
    if (delta.type === 'artifact') {
      const { artifact, append, index } = delta;
      const { artifact_id: id } = artifact;
      const received = append ? begun.get(id) : 0;
      // Without the pieces before it, a piece would look like the whole.
      if (received === undefined || received !== (index ?? received)) return [];
      begun.set(id, received + 1);
      const place = { append, lastChunk: false };
      return share(delta, variant, () => [gift(task, artifact, place)]);
    }
    if (delta.type !== 'text' || delta.text === '') return [];
    const { text } = delta;
    const isNext = shown.step === step && shown.attempt === attempt;
    shown = { step, attempt, text: isNext ? shown.text + text : text };
    const place = { append: isNext, lastChunk: false };
    return share(delta, `${variant} ${isNext}`, () => [chunk(task, step, text, place)]);
  }

  return (step) => {
    if (step.kind === 'delta') return piece(step);
    const { before, event, task } = step;
    for (const { artifact_id } of giftsOf(event)) begun.delete(artifact_id);
    const states = (): WireEvent[] =>
      task.state === before.state ? [] : [{ statusUpdate: statusUpdateOf(task) }];
    const gifts = (): WireEvent[] => giftEvents(task, event);
    if (event.type !== 'model.replied') return share(event, '', () => [...gifts(), ...states()]);
    const text = event.message.content ?? '';
    const seen = shown.step === event.step ? shown.text : '';
    const append = seen !== '' && text.startsWith(seen);
    shown = nothingShown;
    if (isNarration(event.message)) {
      const place = { append: false, lastChunk: true };
      return share(event, `narration, shown ${seen !== ''}`, () => [
        ...(seen === '' ? [] : [chunk(task, event.step, '', place)]),
        ...(text === '' || task.state !== before.state ? [] : [narrated(task)]),
        ...gifts(),
        ...states(),
      ]);
    }
    return share(event, append ? `rest from ${seen.length}` : `all ${seen === ''}`, () => {
      if (text === '' && seen === '') return [...gifts(), ...states()];
      const rest = append ? text.slice(seen.length) : text;
      const end = chunk(task, event.step, rest, { append, lastChunk: true });
      return [end, ...gifts(), ...states()];
    });
  };
}

/** What an agent says before it calls tools, to readers of a task that goes on. */
function narrated(task: Task): WireEvent {
  const { status, ...update } = statusUpdateOf(task);
  const message = lastWordsOf(task);
  return { statusUpdate: { ...update, status: { ...status, ...(message && { message }) } } };
}

/**
 * Gives the events of a source, an event of the log or a delta, to a reader. Readers with the same
 * source and variant may receive the same objects.
 */
export type ShareEvents = (
  source: object,
  variant: string,
  make: () => readonly WireEvent[],
) => readonly WireEvent[];

/** Where a piece belongs in its artifact. */
interface Place {
  readonly append: boolean;
  readonly lastChunk: boolean;
}

interface Shown {
  readonly step: number;
  readonly attempt: number;
  readonly text: string;
}

const nothingShown: Shown = { step: 0, attempt: 0, text: '' };

/** The events that bring what an event of the log gives, each artifact whole. */
export function giftEvents(task: Task, event: TaskEvent): WireEvent[] {
  return giftsOf(event).map((artifact) => gift(task, artifact, WHOLE));
}

const WHOLE = { append: false, lastChunk: true };

/** What an event gives to the user. */
function giftsOf(event: TaskEvent): readonly Artifact[] {
  if (event.type === 'tool.returned') return event.artifacts ?? [];
  return event.type === 'model.replied' ? (event.message.artifacts ?? []) : [];
}

function gift(task: Task, artifact: Artifact, place: Place): WireEvent {
  return {
    artifactUpdate: {
      taskId: task.id,
      contextId: task.contextId,
      artifact: artifactToWire(artifact),
      ...place,
      metadata: generationOf(task),
    },
  };
}

function chunk(task: Task, step: number, text: string, place: Place): WireEvent {
  return {
    artifactUpdate: {
      taskId: task.id,
      contextId: task.contextId,
      artifact: answerArtifact(step, text),
      ...place,
      metadata: generationOf(task),
    },
  };
}
