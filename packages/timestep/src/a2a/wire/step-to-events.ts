import type { Task } from '../../core/index.ts';
import type { Step } from '../../port/index.ts';
import { answerArtifact, generationOf, statusUpdateOf } from './task-to-wire.ts';
import type { WireEvent } from './wire.ts';

/**
 * Turns the steps of one reader into stream events. Text goes out as it grows, as chunks of the
 * step's artifact; whatever was missed or lost, the artifact ends as the reply's whole text. States
 * go out when they change.
 */
export function stepEncoder(): (step: Step) => WireEvent[] {
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
      return [chunk(step.task, step.step, text, { append: isNext, lastChunk: false })];
    }
    const { before, event, task } = step;
    const events: WireEvent[] = [];
    if (event.type === 'model.replied') {
      const text = event.message.content ?? '';
      const seen = shown.step === event.step ? shown.text : '';
      const append = seen !== '' && text.startsWith(seen);
      const rest = append ? text.slice(seen.length) : text;
      if (text !== '' || seen !== '') {
        events.push(chunk(task, event.step, rest, { append, lastChunk: true }));
      }
      shown = nothingShown;
    }
    if (task.state !== before.state) events.push({ statusUpdate: statusUpdateOf(task) });
    return events;
  };
}

interface Shown {
  readonly step: number;
  readonly attempt: number;
  readonly text: string;
}

const nothingShown: Shown = { step: 0, attempt: 0, text: '' };

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
