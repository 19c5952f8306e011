import type { Annotation, OutputItem, OutputText, SummaryText } from './response-item.ts';
import type { ResponseObject } from './response-object.ts';

/** A stream event without its `sequence_number`. */
export type ResponseEvent = LifecycleEvent | OutputEvent | ErrorEvent;

export interface LifecycleEvent {
  readonly type:
    | 'response.created'
    | 'response.in_progress'
    | 'response.completed'
    | 'response.failed'
    | 'response.incomplete';
  readonly response: ResponseObject;
}

export type OutputEvent = { readonly output_index: number } & (
  | {
      readonly type: 'response.output_item.added' | 'response.output_item.done';
      readonly item: OutputItem;
    }
  | ({ readonly item_id: string } & ItemProgress)
);

type ItemProgress =
  | {
      readonly type: 'response.content_part.added' | 'response.content_part.done';
      readonly content_index: number;
      readonly part: OutputText;
    }
  | {
      readonly type: 'response.output_text.delta';
      readonly content_index: number;
      readonly delta: string;
      readonly logprobs: readonly [];
    }
  | {
      readonly type: 'response.output_text.annotation.added';
      readonly content_index: number;
      readonly annotation_index: number;
      readonly annotation: Annotation;
    }
  | {
      readonly type: 'response.output_text.done';
      readonly content_index: number;
      readonly text: string;
      readonly logprobs: readonly [];
    }
  | {
      readonly type:
        | 'response.reasoning_summary_part.added'
        | 'response.reasoning_summary_part.done';
      readonly summary_index: number;
      readonly part: SummaryText;
    }
  | {
      readonly type: 'response.reasoning_summary_text.delta';
      readonly summary_index: number;
      readonly delta: string;
    }
  | {
      readonly type: 'response.reasoning_summary_text.done';
      readonly summary_index: number;
      readonly text: string;
    }
  | {
      readonly type: 'response.function_call_arguments.delta' | 'response.mcp_call_arguments.delta';
      readonly delta: string;
    }
  | {
      readonly type: 'response.function_call_arguments.done' | 'response.mcp_call_arguments.done';
      readonly arguments: string;
    }
  | {
      readonly type:
        | 'response.mcp_call.in_progress'
        | 'response.mcp_call.completed'
        | 'response.mcp_call.failed';
    };

/** A failure of the stream. Flat and nested, because clients look in different places. */
interface ErrorEvent extends ErrorFields {
  readonly type: 'error';
  readonly error: ErrorFields & { readonly type: string };
}

interface ErrorFields {
  readonly code: string;
  readonly message: string;
  readonly param: null;
}
