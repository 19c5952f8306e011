import type { Artifact } from '../../../core/index.ts';

/** An item of a conversation in the form of the Responses API, in input and output. */
export type Item =
  | MessageItem
  | ReasoningItem
  | FunctionCallItem
  | FunctionCallOutputItem
  | McpCallItem
  | McpApprovalRequestItem
  | McpApprovalResponseItem
  | CompactionItem;

/** An output item of a response. */
export type OutputItem =
  | OutputMessageItem
  | ReasoningItem
  | FunctionCallItem
  | McpCallItem
  | McpApprovalRequestItem;

type ItemStatus = 'in_progress' | 'completed' | 'incomplete';

export interface MessageItem {
  readonly id: string;
  readonly type: 'message';
  readonly status: ItemStatus;
  readonly role: 'user' | 'assistant' | 'system' | 'developer';
  readonly content: readonly ContentItem[];
  /**
   * Metadata of the artifact that the message shows. Undefined if the message is text of its
   * author.
   */
  readonly artifact?: ArtifactMetadata;
}

/** Metadata of an artifact, without its parts. */
export type ArtifactMetadata = Omit<Artifact, 'parts'>;

export interface OutputMessageItem extends MessageItem {
  readonly role: 'assistant';
  readonly content: readonly OutputText[];
}

/** Reasoning of the model before the items that follow. */
export interface ReasoningItem {
  readonly id: string;
  readonly type: 'reasoning';
  readonly status: ItemStatus;
  readonly summary: readonly SummaryText[];
  /**
   * Encrypted reasoning that the model provider needs in later requests, for callers that keep the
   * conversation themselves.
   */
  readonly encrypted_content?: string;
}

/** A part of the model's reasoning summary. */
export interface SummaryText {
  readonly type: 'summary_text';
  readonly text: string;
}

/** A tool call that the caller of the API must execute. `arguments` is JSON text. */
export interface FunctionCallItem {
  readonly id: string;
  readonly type: 'function_call';
  readonly status: ItemStatus;
  readonly call_id: string;
  readonly name: string;
  /** Namespace of the function, if it has one. */
  readonly namespace?: string;
  readonly arguments: string;
}

interface FunctionCallOutputItem {
  readonly id: string;
  readonly type: 'function_call_output';
  readonly status: ItemStatus;
  readonly call_id: string;
  readonly output: string;
}

/** A tool call that the server executes: a tool of the agent's environment, or a handoff. */
export interface McpCallItem {
  readonly id: string;
  readonly type: 'mcp_call';
  readonly status: ItemStatus | 'failed';
  readonly server_label: string;
  readonly name: string;
  readonly arguments: string;
  readonly output: string | null;
  readonly error: McpCallError | null;
  /** Id of the approval request that a user granted before the call. */
  readonly approval_request_id: string | null;
}

/** A tool call of the server that waits for the approval of a user. */
export interface McpApprovalRequestItem {
  readonly id: string;
  readonly type: 'mcp_approval_request';
  readonly server_label: string;
  readonly name: string;
  readonly arguments: string;
}

interface McpApprovalResponseItem {
  readonly id: string;
  readonly type: 'mcp_approval_response';
  readonly approval_request_id: string;
  readonly approve: boolean;
  readonly reason: string | null;
}

/** An encrypted summary that replaces the items of a conversation. */
interface CompactionItem {
  readonly id: string;
  readonly type: 'compaction';
  readonly encrypted_content: string;
}

/** Error of a failed tool call. `content` is the error text that the model received. */
export interface McpCallError {
  readonly type: 'mcp_tool_execution_error';
  readonly content: readonly [{ readonly type: 'text'; readonly text: string }];
}

export type ContentItem = InputText | InputImage | InputFile | OutputText | Refusal;

interface InputText {
  readonly type: 'input_text';
  readonly text: string;
}

/**
 * An image: `image_url` is an http(s) or data URL, `file_id` the id of an uploaded file. Exactly
 * one is set.
 */
interface InputImage {
  readonly type: 'input_image';
  readonly image_url?: string;
  readonly file_id?: string;
  readonly detail: string;
}

/**
 * A file: `file_url` is an http(s) or data URL, `file_id` the id of an uploaded file. Exactly one
 * is set.
 */
interface InputFile {
  readonly type: 'input_file';
  readonly file_url?: string;
  readonly file_id?: string;
  readonly filename?: string;
}

export interface OutputText {
  readonly type: 'output_text';
  readonly text: string;
  readonly annotations: readonly Annotation[];
  readonly logprobs: readonly [];
}

/** A source that a text cites, or the file that it represents. */
export type Annotation = UrlCitation | FileCitation;

/** The URL of a cited source, or the http(s) or data URL of an artifact's image or file. */
export interface UrlCitation {
  readonly type: 'url_citation';
  readonly start_index: number;
  readonly end_index: number;
  readonly url: string;
  readonly title: string;
}

interface FileCitation {
  readonly type: 'file_citation';
  readonly index: number;
  readonly file_id: string;
  readonly filename: string;
}

interface Refusal {
  readonly type: 'refusal';
  readonly refusal: string;
}

export function createOutputText(
  text: string,
  annotations: readonly Annotation[] = [],
): OutputText {
  return { type: 'output_text', text, annotations, logprobs: [] };
}

export function createMcpCallError(text: string): McpCallError {
  return { type: 'mcp_tool_execution_error', content: [{ type: 'text', text }] };
}
