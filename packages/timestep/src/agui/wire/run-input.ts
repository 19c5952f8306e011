import type { JsonObject, JsonValue, ToolSchema } from '../../core/index.ts';

/** The request for one run (AG-UI 1.0, Run Input), with what concerns an agent of this package. */
export interface RunInput {
  readonly threadId: string;
  readonly runId: string;
  readonly messages: readonly InputMessage[];
  readonly tools: readonly ToolSchema[];
  readonly context: readonly { readonly description: string; readonly value: string }[];
  /** What programs say about the run: `state`, `forwarded_props`, `parent_run_id`. */
  readonly remarks: JsonObject;
  readonly resume: readonly ResumeEntry[];
}

/** The answer to an interrupt; `path` leads to the entry in the request. */
export interface ResumeEntry {
  readonly path: string;
  readonly interruptId: string;
  readonly status: 'resolved' | 'cancelled';
  readonly payload: JsonValue | undefined;
}

/** A call in a message of the assistant. */
export interface InputCall {
  readonly id: string;
  readonly name: string;
  readonly arguments: string;
}

interface Placed {
  readonly id: string;
  /** Leads to the message in the request. */
  readonly path: string;
  /** The message as it was sent. */
  readonly raw: JsonObject;
}

/** A message of the conversation as the application keeps it. */
export type InputMessage = Placed &
  (
    | { readonly role: 'system'; readonly content: string }
    | { readonly role: 'user'; readonly content: string | readonly InputPart[] }
    | {
        readonly role: 'assistant';
        /** Empty where the message only makes calls. */
        readonly content: string;
        readonly calls: readonly InputCall[];
      }
    | {
        readonly role: 'tool';
        readonly callId: string;
        readonly content: string;
        readonly isError: boolean;
      }
    /** Shown to people alone: reasoning and activities. */
    | { readonly role: 'shown' }
  );

/** A part of what a person says. */
export type InputPart =
  | { readonly type: 'text'; readonly text: string }
  | {
      readonly type: 'image' | 'audio' | 'video' | 'document';
      readonly url: string;
      readonly mediaType: string | undefined;
    };
