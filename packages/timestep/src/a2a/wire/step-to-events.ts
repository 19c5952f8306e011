import type { Artifact, Task, TaskEvent } from '../../core/index.ts';
import type { Step } from '../../port/index.ts';
import { answerArtifact, artifactToWire, generationOf, statusUpdateOf } from './task-to-wire.ts';
import type { WireEvent } from './wire.ts';

/**
 * Turns the steps of one reader into stream events. Text goes out as it grows, as chunks of the
 * step's artifact; if text was missed or lost, the artifact still ends as the reply's whole text.
 * States go out when they change. `share` may keep events for other readers of the same task.
 */
export function stepEncoder(
  share: ShareEvents = (_source, _variant, make) => make(),
): (step: Step) => readonly WireEvent[] {
  let shown = nothingShown;
  return (step) => {
    if (step.kind === 'delta') {
      if (step.delta.type !== 'text' || step.delta.text === '') return [];
      const { text } = step.delta;
      const isNext = shown.step === step.step && shown.attempt === step.attempt;
      shown = {
        step: step.step,
        attempt: step.attempt,
        text: isNext ? shown.text + text : text,
      };
      const place = { append: isNext, lastChunk: false };
      // An agent may emit the same object again, also in another step.
      const variant = `${step.task.generation} ${step.step} ${isNext}`;
      return share(step.delta, variant, () => [chunk(step.task, step.step, text, place)]);
    }
    const { before, event, task } = step;
    const states = (): WireEvent[] =>
      task.state === before.state ? [] : [{ statusUpdate: statusUpdateOf(task) }];
    const gifts = (): WireEvent[] => giftsOf(event).map((artifact) => gift(task, artifact));
    if (event.type !== 'model.replied') return share(event, '', () => [...gifts(), ...states()]);
    const text = event.message.content ?? '';
    const seen = shown.step === event.step ? shown.text : '';
    const append = seen !== '' && text.startsWith(seen);
    shown = nothingShown;
    return share(event, append ? `rest from ${seen.length}` : `all ${seen === ''}`, () => {
      if (text === '' && seen === '') return [...gifts(), ...states()];
      const rest = append ? text.slice(seen.length) : text;
      const end = chunk(task, event.step, rest, { append, lastChunk: true });
      return [end, ...gifts(), ...states()];
    });
  };
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

interface Shown {
  readonly step: number;
  readonly attempt: number;
  readonly text: string;
}

const nothingShown: Shown = { step: 0, attempt: 0, text: '' };

/** What an event gives to the user. */
function giftsOf(event: TaskEvent): readonly Artifact[] {
  if (event.type === 'tool.returned') return event.artifacts ?? [];
  return event.type === 'model.replied' ? (event.message.artifacts ?? []) : [];
}

function gift(task: Task, artifact: Artifact): WireEvent {
  return {
    artifactUpdate: {
      taskId: task.id,
      contextId: task.contextId,
      artifact: artifactToWire(artifact),
      append: false,
      lastChunk: true,
      metadata: generationOf(task),
    },
  };
}

function chunk(
  task: Task,
  step: number,
  text: string,
  place: { readonly append: boolean; readonly lastChunk: boolean },
): WireEvent {
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
