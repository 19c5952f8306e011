import type { JsonObject, JsonValue, ToolSchema } from '../../../core/index.ts';

/** The request for one run (AG-UI 1.0, Run Input), reduced to the fields that Timestep uses. */
export interface RunInput {
  readonly threadId: string;
  readonly runId: string;
  readonly messages: readonly InputMessage[];
  readonly tools: readonly ToolSchema[];
  readonly context: readonly { readonly description: string; readonly value: string }[];
  /** Metadata of the run from the application: `state`, `forwarded_props`, `parent_run_id`. */
  readonly metadata: JsonObject;
  readonly resume: readonly ResumeEntry[];
}

/** The answer to an interrupt. `path` is the path of the entry in the request. */
export interface ResumeEntry {
  readonly path: string;
  readonly interruptId: string;
  readonly status: 'resolved' | 'cancelled';
  readonly payload: JsonValue | undefined;
}

/** A tool call in an assistant message. */
export interface InputCall {
  readonly id: string;
  readonly name: string;
  readonly arguments: string;
}

interface LocatedMessage {
  readonly id: string;
  /** The path of the message in the request. */
  readonly path: string;
  /** The message as received. */
  readonly raw: JsonObject;
}

/** A message of the application's conversation. */
export type InputMessage = LocatedMessage &
  (
    | { readonly role: 'system'; readonly content: string }
    | { readonly role: 'user'; readonly content: string | readonly InputPart[] }
    | {
        readonly role: 'assistant';
        /** The text of the message. Empty if the message only calls tools. */
        readonly content: string;
        readonly calls: readonly InputCall[];
      }
    | {
        readonly role: 'tool';
        readonly callId: string;
        readonly content: string;
        readonly isError: boolean;
      }
    /**
     * A message that is only displayed, such as reasoning or an activity. Models do not receive it.
     */
    | { readonly role: 'shown' }
  );

/** A part of a user message. */
export type InputPart =
  | { readonly type: 'text'; readonly text: string }
  | {
      readonly type: 'image' | 'audio' | 'video' | 'document';
      readonly url: string;
      readonly mediaType: string | undefined;
    };
