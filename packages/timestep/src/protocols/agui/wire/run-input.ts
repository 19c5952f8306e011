import type { JsonObject, JsonValue, ToolSchema } from '#core';

/** Input of a run (AG-UI 1.0, Run Input), reduced to the fields that Timestep uses. */
export interface RunInput {
  readonly threadId: string;
  readonly runId: string;
  /** Protocol version that the client states. Clients before 1.0 state none. */
  readonly protocolVersion: string | undefined;
  readonly messages: readonly InputMessage[];
  readonly tools: readonly ToolSchema[];
  readonly context: readonly { readonly description: string; readonly value: string }[];
  /** Metadata of the run: `state`, `forwarded_props` and `parent_run_id`. */
  readonly metadata: JsonObject;
  readonly resume: readonly ResumeEntry[];
}

/** An answer to an interrupt. `path` is the path of the entry in the request. */
export interface ResumeEntry {
  readonly path: string;
  readonly interruptId: string;
  readonly status: 'resolved' | 'cancelled';
  readonly payload: JsonValue | undefined;
}

export interface InputCall {
  readonly id: string;
  readonly name: string;
  readonly arguments: string;
}

interface LocatedMessage {
  readonly id: string;
  readonly path: string;
  readonly raw: JsonObject;
}

export type InputMessage = LocatedMessage &
  (
    | { readonly role: 'system'; readonly content: string }
    | { readonly role: 'user'; readonly content: string | readonly InputPart[] }
    | {
        readonly role: 'assistant';
        /** Text of the reply. Empty if it only calls tools. */
        readonly content: string;
        readonly calls: readonly InputCall[];
      }
    | {
        readonly role: 'tool';
        readonly callId: string;
        readonly content: string;
        readonly isError: boolean;
      }
    /** A message that is only displayed, and not sent to models. */
    | { readonly role: 'shown' }
  );

export type InputPart =
  | { readonly type: 'text'; readonly text: string }
  | {
      readonly type: 'image' | 'audio' | 'video' | 'document';
      readonly url: string;
      readonly mediaType: string | undefined;
    };
