import type { JsonObject } from '@timestep-ai/timestep';
import type { Answered } from './world.ts';

/** A call that the caller is asked to make, or a person to decide about. */
export interface Asked {
  readonly callId: string;
  readonly name: string;
}

/** What a caller is told: the answer, or what it is waited for. */
export interface Told {
  readonly answer?: string;
  readonly approvals: readonly Asked[];
  readonly calls: readonly Asked[];
  /** What a tool asks, in words. */
  readonly question?: string;
  /** How it ended without an answer. */
  readonly ended?: 'canceled' | 'limit';
  /** The artifacts, each by its name and its text. */
  readonly given: readonly string[];
  readonly echo: JsonObject;
}

/** What a caller says to what it was asked. */
export interface Reply {
  /** The answer to a question. */
  readonly words?: Answered;
  readonly approvals: readonly { readonly callId: string; readonly approved: boolean }[];
  readonly results: readonly {
    readonly callId: string;
    readonly output: string;
    readonly isError: boolean;
  }[];
}

/** A program at a door. */
export interface Caller {
  ask(settings: JsonObject): Promise<Told>;
  /** The same without waiting; what came of it is looked at later. */
  begin(settings: JsonObject): Promise<void>;
  look(): Promise<Told>;
  reply(reply: Reply): Promise<Told>;
  cancel(): Promise<Told>;
}

/** A picture of one dot. */
export const PICTURE =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

/** How a task ended without an answer, by what its caller was told. */
export function endOf(said: string): 'limit' {
  if (/steps is used up|max_steps/.test(said)) return 'limit';
  throw new Error(`it ended otherwise: ${said}`);
}
