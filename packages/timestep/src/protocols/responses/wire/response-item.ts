import type { Artifact } from '#core';

/** An item of a conversation, in input and output. */
export type Item =
  | MessageItem
  | ReasoningItem
  | FunctionCallItem
  | FunctionCallOutputItem
  | McpCallItem
  | McpApprovalRequestItem
  | McpApprovalResponseItem
  | CompactionItem;

/** An item of the output of a response. */
export type OutputItem =
  | OutputMessageItem
  | ReasoningItem
  | FunctionCallItem
  | McpCallItem
  | McpApprovalRequestItem;

interface ItemOfType<Type extends string> {
  readonly id: string;
  readonly type: Type;
}

interface StatusItem<Type extends string> extends ItemOfType<Type> {
  readonly status: 'in_progress' | 'completed' | 'incomplete';
}

export interface MessageItem extends StatusItem<'message'> {
  readonly role: 'user' | 'assistant' | 'system' | 'developer';
  readonly content: readonly ContentItem[];
  /** Metadata of the artifact that the message contains. Undefined for a message that is only text. */
  readonly artifact?: ArtifactMetadata;
}

export type ArtifactMetadata = Omit<Artifact, 'parts'>;

export interface OutputMessageItem extends MessageItem {
  readonly role: 'assistant';
  readonly content: readonly OutputText[];
}

/** Reasoning of the model before the items that follow. */
export interface ReasoningItem extends StatusItem<'reasoning'> {
  readonly summary: readonly SummaryText[];
  /** Encrypted reasoning for callers that keep the conversation themselves. */
  readonly encrypted_content?: string;
}

export interface SummaryText {
  readonly type: 'summary_text';
  readonly text: string;
}

/** A call that the caller must execute. `arguments` is JSON text. */
export interface FunctionCallItem extends StatusItem<'function_call'> {
  readonly call_id: string;
  readonly name: string;
  readonly namespace?: string;
  readonly arguments: string;
}

interface FunctionCallOutputItem extends StatusItem<'function_call_output'> {
  readonly call_id: string;
  readonly output: string;
}

interface ServerCall {
  readonly server_label: string;
  readonly name: string;
  readonly arguments: string;
}

/** A call that the server executes: a tool of the environment, or a handoff. */
export interface McpCallItem extends ItemOfType<'mcp_call'>, ServerCall {
  readonly status: ReasoningItem['status'] | 'failed';
  readonly output: string | null;
  readonly error: McpCallError | null;
  readonly approval_request_id: string | null;
}

/** A call of the server that waits for approval. */
interface McpApprovalRequestItem extends ItemOfType<'mcp_approval_request'>, ServerCall {}

interface McpApprovalResponseItem extends ItemOfType<'mcp_approval_response'> {
  readonly approval_request_id: string;
  readonly approve: boolean;
  readonly reason: string | null;
}

/** A summary that replaces the items of a conversation. */
interface CompactionItem extends ItemOfType<'compaction'> {
  readonly encrypted_content: string;
}

/** Error of a call. `content` is the text that the model received. */
export interface McpCallError {
  readonly type: 'mcp_tool_execution_error';
  readonly content: readonly [{ readonly type: 'text'; readonly text: string }];
}

/** An image or a file has one source: an http(s) or data URL, or the id of an uploaded file. */
export type ContentItem =
  | { readonly type: 'input_text'; readonly text: string }
  | {
      readonly type: 'input_image';
      readonly image_url?: string;
      readonly file_id?: string;
      readonly detail: string;
    }
  | {
      readonly type: 'input_file';
      readonly file_url?: string;
      readonly file_id?: string;
      readonly filename?: string;
    }
  | OutputText
  | { readonly type: 'refusal'; readonly refusal: string };

export interface OutputText {
  readonly type: 'output_text';
  readonly text: string;
  readonly annotations: readonly Annotation[];
  readonly logprobs: readonly [];
}

export type Annotation =
  | UrlCitation
  | {
      readonly type: 'file_citation';
      readonly index: number;
      readonly file_id: string;
      readonly filename: string;
    };

/** URL of a cited source, or of an artifact's image or file. */
export interface UrlCitation {
  readonly type: 'url_citation';
  readonly start_index: number;
  readonly end_index: number;
  readonly url: string;
  readonly title: string;
}

export function createOutputText(
  text: string,
  annotations: readonly Annotation[] = [],
): OutputText {
  return { type: 'output_text', text, annotations, logprobs: [] };
}

export function createSummaryText(text: string): SummaryText {
  return { type: 'summary_text', text };
}

export function createMcpCallError(text: string): McpCallError {
  return { type: 'mcp_tool_execution_error', content: [{ type: 'text', text }] };
}
