import type { TaskUpdate } from '#engine/port';

type DeltaUpdate = Extract<TaskUpdate, { kind: 'delta' }>;

/**
 * Maximum number of buffered pieces of partial output. A slower reader misses the rest of the step.
 */
const CAPACITY = 4096;

/** The newest pieces of partial output of a task, each with the number of events before it. */
export interface DeltaBuffer {
  push(after: number, delta: DeltaUpdate): void;
  /**
   * Creates a cursor: a function that returns the next unread piece of output that belongs after the first
   * `seen` events.
   */
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
        while (next && (next.after < seen || isOfTruncatedStep(next.delta, torn))) {
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
 * Returns whether a piece of output belongs to a step whose first pieces were dropped. Its other pieces are
 * not shown, because they would look like the complete output.
 */
function isOfTruncatedStep(delta: DeltaUpdate, truncatedDelta: DeltaUpdate | undefined): boolean {
  return delta.step === truncatedDelta?.step && delta.attempt === truncatedDelta.attempt;
}
