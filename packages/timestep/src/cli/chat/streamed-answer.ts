import type { TaskUpdate } from '../../port/index.ts';
import { plainOutput } from './plain-output.ts';

/** Shows an answer while it is made. */
export interface StreamedAnswer {
  /** Takes a piece of a reply. */
  readonly take: (update: Extract<TaskUpdate, { readonly kind: 'delta' }>) => void;
  /** Shows what is not shown yet of the answer; without one, ends the line. */
  readonly end: (answer?: string) => void;
}

/** The text of each step begins on a line of its own, and so does a reply that is made once more. */
export function streamedAnswer(write: (text: string) => void): StreamedAnswer {
  let shown = '';
  let place = '';
  return {
    take({ step, attempt, delta }) {
      if (delta.type !== 'text') return;
      const isNew = `${step} ${attempt}` !== place;
      if (isNew && shown !== '') write('\n');
      shown = isNew ? delta.text : shown + delta.text;
      place = `${step} ${attempt}`;
      write(plainOutput(delta.text));
    },
    end(answer) {
      if (shown !== '') write('\n');
      if (answer !== undefined && answer !== shown) write(`${plainOutput(answer)}\n`);
      shown = '';
    },
  };
}
