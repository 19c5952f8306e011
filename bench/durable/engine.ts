import type { Perform } from './effect.ts';

/** What keeps tasks and sees them through: ours, or a peer. */
export interface Engine {
  /**
   * Submits a task of `effects` effects; resolves when it is stored. A name that was submitted
   * before, even to an earlier process, means the same task.
   */
  submit(name: string, effects: number): Promise<Submitted>;
  stop(): Promise<void>;
}

export interface Submitted {
  /** Waits for the task's end and tells how many effects it counts. */
  readonly answer: () => Promise<number>;
}

/** What an engine is given: a folder of its own, its server if it has one, and the work to do. */
export interface Place {
  readonly folder: string;
  readonly server: string;
  readonly perform: Perform;
}

/** Every file in `subjects/` exports one as `start`. */
export type StartEngine = (place: Place) => Promise<Engine>;
