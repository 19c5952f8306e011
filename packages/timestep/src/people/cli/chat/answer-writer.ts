import type { TaskUpdate } from '../../../engine/port/index.ts';
import { toSafeOutput } from './safe-output.ts';

/** Writes an answer while it is generated. */
export interface AnswerWriter {
  /** Writes a delta of a reply. */
  readonly writeDelta: (update: Extract<TaskUpdate, { readonly kind: 'delta' }>) => void;
  /** Writes the part of the answer that was not streamed, and ends the line. */
  readonly end: (answer?: string) => void;
}

/** Creates a writer. Each step and each new attempt starts on a new line. */
export function createAnswerWriter(write: (text: string) => void): AnswerWriter {
  let shown = '';
  let place = '';
  return {
    writeDelta({ step, attempt, delta }) {
      if (delta.type !== 'text') return;
      const isNew = `${step} ${attempt}` !== place;
      if (isNew && shown !== '') write('\n');
      shown = isNew ? delta.text : shown + delta.text;
      place = `${step} ${attempt}`;
      write(toSafeOutput(delta.text));
    },
    end(answer) {
      if (shown !== '') write('\n');
      if (answer !== undefined && answer !== shown) write(`${toSafeOutput(answer)}\n`);
      shown = '';
    },
  };
}
