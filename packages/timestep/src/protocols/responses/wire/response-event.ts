import type { Annotation, OutputItem, OutputText, SummaryText } from './response-item.ts';
import type { ResponseObject } from './response-object.ts';

/** A stream event without its `sequence_number`. */
export type ResponseEvent = LifecycleEvent | OutputEvent | ErrorEvent;

export type LifecycleEvent = EventOf<
  'created' | 'in_progress' | 'completed' | 'failed' | 'incomplete',
  { response: ResponseObject }
>;

export type OutputEvent = { readonly output_index: number } & (
  | EventOf<'output_item.added' | 'output_item.done', { item: OutputItem }>
  | ({ readonly item_id: string } & ItemProgress)
);

type ItemProgress =
  | ({ readonly content_index: number } & ContentProgress)
  | ({ readonly summary_index: number } & SummaryProgress)
  | EventOf<`${CallType}_arguments.delta`, { delta: string }>
  | EventOf<`${CallType}_arguments.done`, { arguments: string }>
  /** `progress` is what the running call does now. The field is our own, because clients fail at unknown events. */
  | EventOf<'mcp_call.in_progress', { progress?: string }>
  | EventOf<'mcp_call.completed' | 'mcp_call.failed'>;

type ContentProgress =
  | EventOf<'content_part.added' | 'content_part.done', { part: OutputText }>
  | EventOf<'output_text.delta', { delta: string; logprobs: readonly [] }>
  | EventOf<'output_text.done', { text: string; logprobs: readonly [] }>
  | EventOf<'output_text.annotation.added', { annotation_index: number; annotation: Annotation }>;

type SummaryProgress =
  | EventOf<'reasoning_summary_part.added' | 'reasoning_summary_part.done', { part: SummaryText }>
  | EventOf<'reasoning_summary_text.delta', { delta: string }>
  | EventOf<'reasoning_summary_text.done', { text: string }>;

type CallType = 'function_call' | 'mcp_call';

type EventOf<Name extends string, Content extends object = object> = {
  readonly type: `response.${Name}`;
} & Readonly<Content>;

/** A failure of the stream. Its fields are both flat and nested, because clients look in different places. */
interface ErrorEvent extends ErrorFields {
  readonly type: 'error';
  readonly error: ErrorFields & { readonly type: string };
}

interface ErrorFields {
  readonly code: string;
  readonly message: string;
  readonly param: null;
}
