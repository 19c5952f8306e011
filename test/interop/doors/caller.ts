import type { JsonObject } from '@timestep-ai/timestep';
import type { Answered } from './world.ts';

/** A call that the caller must execute, or a user must decide about. */
export interface Asked {
  readonly callId: string;
  readonly name: string;
}

/** The response to a caller: the answer, or the input that the task waits for. */
export interface Told {
  readonly answer?: string;
  readonly approvals: readonly Asked[];
  readonly calls: readonly Asked[];
  /** The question of a tool, as text. */
  readonly question?: string;
  /** How the task ended without an answer. */
  readonly ended?: 'canceled' | 'limit';
  /** The artifacts, each with its name and its text. */
  readonly given: readonly string[];
  readonly echo: JsonObject;
}

/** A caller's answer to a request. */
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

/** A program that calls an agent over one protocol. */
export interface Caller {
  ask(settings: JsonObject): Promise<Told>;
  /** Sends a message without waiting; the result is read later. */
  begin(settings: JsonObject): Promise<void>;
  look(): Promise<Told>;
  reply(reply: Reply): Promise<Told>;
  cancel(): Promise<Told>;
}

/** An image with one pixel. */
export const PICTURE =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

/** Returns how a task ended without an answer, from the response to its caller. */
export function endOf(said: string): 'limit' {
  if (/steps is used up|max_steps/.test(said)) return 'limit';
  throw new Error(`it ended otherwise: ${said}`);
}
