import type { TaskUpdate } from '../port/index.ts';

type DeltaUpdate = Extract<TaskUpdate, { kind: 'delta' }>;

/**
 * How many deltas are kept for slow readers; a reader that is further behind misses the rest of the
 * step.
 */
const CAPACITY = 4096;

/** The newest deltas of a task, each with the event it came after. */
export interface DeltaBuffer {
  push(after: number, delta: DeltaUpdate): void;
  /** A cursor: returns the next delta that belongs directly after that many events. */
  reader(): (seen: number) => DeltaUpdate | undefined;
  readonly clear: () => void;
}

export function createDeltaBuffer(capacity: number = CAPACITY): DeltaBuffer {
  let kept: { readonly after: number; readonly delta: DeltaUpdate }[] = [];
  let dropped = 0;
  return {
    push(after, delta) {
      if (kept.length >= capacity) {
        const half = Math.ceil(capacity / 2);
        kept = kept.slice(half);
        dropped += half;
      }
      kept.push({ after, delta });
    },
    reader() {
      let position = 0;
      let torn: DeltaUpdate | undefined;
      return (seen) => {
        if (position < dropped) {
          position = dropped;
          torn = kept[0]?.delta;
        }
        let next = kept[position - dropped];
        while (next && (next.after < seen || isSameStep(next.delta, torn))) {
          next = kept[++position - dropped];
        }
        if (next === undefined || next.after > seen) return undefined;
        position += 1;
        return next.delta;
      };
    },
    clear() {
      dropped += kept.length;
      kept = [];
    },
  };
}

/**
 * Whether a delta belongs to a step whose beginning is lost: the rest is not shown, because it
 * would look like the whole.
 */
function isSameStep(delta: DeltaUpdate, torn: DeltaUpdate | undefined): boolean {
  return delta.step === torn?.step && delta.attempt === torn.attempt;
}
