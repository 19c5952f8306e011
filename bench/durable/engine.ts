import type { Perform } from './effect.ts';

/** An engine that stores and runs tasks: Timestep, or another product. */
export interface Engine {
  /**
   * Submits a task with this number of effects; resolves once it is durable. A name that was
   * submitted before, even to an earlier process, means the same task.
   */
  submit(name: string, effects: number): Promise<Submitted>;
  stop(): Promise<void>;
}

export interface Submitted {
  /** Waits for the task's end and returns its number of effects. */
  readonly answer: () => Promise<number>;
}

/**
 * The environment of an engine: a separate folder, its server if it has one, and the work to do.
 */
export interface EngineDeps {
  readonly folder: string;
  readonly server: string;
  readonly perform: Perform;
}

/** The type of the export `start` of every file in `subjects/`. */
export type StartEngine = (place: EngineDeps) => Promise<Engine>;
