/** A product that runs the story's agent in one process, as its documentation says is durable. */
export interface Subject {
  /** Resolves once the product has accepted the task. The same name means the same task. */
  readonly submit: (task: string) => Promise<void>;
  readonly look: (task: string) => Promise<Look>;
  /** Resolves once the product has accepted a person's yes. */
  readonly approve: (task: string, approval: string) => Promise<void>;
  /**
   * Pieces of the answer from the first, or from the piece with this number where the product can
   * go on there. Undefined where the product has no stream that outlives a process.
   */
  readonly follow: ((task: string, from: number) => AsyncIterable<Piece>) | undefined;
}

/** A piece of the streamed answer; `restarts` takes back all that was streamed before it. */
export interface Piece {
  readonly text: string;
  readonly restarts?: boolean;
}

/** What a client sees of a task. */
export type Look =
  | { readonly state: 'unknown' | 'working' }
  | { readonly state: 'waiting'; readonly approval: string }
  | { readonly state: 'ended'; readonly answer: string }
  | { readonly state: 'failed'; readonly reason: string };

/** What surrounds a subject: its folder, its server if it has one, and the world outside. */
export interface SubjectDeps {
  readonly folder: string;
  /** Address of the product's server; empty if it has none. */
  readonly server: string;
  /** A name that no other story of this run has. */
  readonly story: string;
  readonly world: World;
}

export interface World {
  /** Asks the model for its next message, given how many tools have returned. */
  askModel(task: string, results: number): Promise<ModelReply>;
  /** Performs the tool's side effect. `key` is the idempotency key that the product offers. */
  performEffect(task: string, name: ToolName, key: string): Promise<string>;
}

export type ToolName = 'reserve' | 'charge';

export type ModelReply =
  | { readonly kind: 'call'; readonly id: string; readonly name: ToolName }
  | { readonly kind: 'answer'; readonly pieces: AsyncIterable<string> };

/** The tool that a person must approve. */
export const NEEDS_APPROVAL: ToolName = 'charge';

/** The type of the export `start` of every file in `subjects/`. */
export type StartSubject = (deps: SubjectDeps) => Promise<Subject>;

/** The header by which a client knows that an answer comes from a process of its story. */
export const WORLD_HEADER = 'x-scorecard-world';
