import type { NumberedEvent, TaskEvent } from '../core/index.ts';

/**
 * The events of a log in memory, in their order. They are kept as they came and numbered when they are
 * read, because most tasks end without a reader, and a numbered event is a copy.
 */
export class RecordedEvents {
  /** Each event, followed by how long after the first it happened: one array takes half the memory of two. */
  readonly #events: (TaskEvent | NumberedEvent | number)[] = [];
  #begunAt = 0;

  get length(): number {
    return this.#events.length / 2;
  }

  /** `at` is milliseconds since the epoch. */
  add(event: TaskEvent, at: number): void {
    if (this.#events.length === 0) this.#begunAt = at;
    this.#events.push(event, at - this.#begunAt);
  }

  /** The event at an index from 0: the same object each time; `undefined` after the last. */
  at(index: number): NumberedEvent | undefined {
    const event = this.#events[2 * index];
    const after = this.#events[2 * index + 1];
    if (typeof event !== 'object' || typeof after !== 'number') return undefined;
    if ('generation' in event) return event;
    const numbered: NumberedEvent = { ...event, generation: index + 1, at: this.#begunAt + after };
    this.#events[2 * index] = numbered;
    return numbered;
  }

  /** The events after that many, `limit` of them at most. */
  after(count: number, limit: number = Infinity): NumberedEvent[] {
    const numbered: NumberedEvent[] = [];
    const end = Math.min(this.length, count + limit);
    for (let index = count; index < end; index += 1) {
      const event = this.at(index);
      if (event) numbered.push(event);
    }
    return numbered;
  }
}
