import type { NumberedEvent, TaskEvent } from '../core/index.ts';

/**
 * The events of a log in memory, in their order. They are kept as they came and numbered when they are
 * read, because most tasks end without a reader, and a numbered event is a copy.
 */
export class RecordedEvents {
  readonly #events: (TaskEvent | NumberedEvent)[] = [];
  readonly #times: number[] = [];

  get length(): number {
    return this.#events.length;
  }

  /** `at` is milliseconds since the epoch. */
  add(event: TaskEvent, at: number): void {
    this.#events.push(event);
    this.#times.push(at);
  }

  /** The event at an index from 0: the same object each time; `undefined` after the last. */
  at(index: number): NumberedEvent | undefined {
    const event = this.#events[index];
    const at = this.#times[index];
    if (event === undefined || at === undefined) return undefined;
    if ('generation' in event) return event;
    const numbered: NumberedEvent = { ...event, generation: index + 1, at };
    this.#events[index] = numbered;
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
