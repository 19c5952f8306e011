import type { Artifact } from '../../core/index.ts';

/** An item of a conversation as the Responses API writes it, in input and output alike. */
export type Item =
  | MessageItem
  | ReasoningItem
  | FunctionCallItem
  | FunctionCallOutputItem
  | McpCallItem
  | McpApprovalRequestItem
  | McpApprovalResponseItem
  | CompactionItem;

/** The items a response can consist of. */
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
  /** The artifact that the message shows; absent where the message is what its author said. */
  readonly artifact?: ArtifactRemarks;
}

/** What an artifact is, without its parts. */
export type ArtifactRemarks = Omit<Artifact, 'parts'>;

export interface OutputMessageItem extends MessageItem {
  readonly role: 'assistant';
  readonly content: readonly OutputText[];
}

/** What the model thought before what follows it. */
export interface ReasoningItem {
  readonly id: string;
  readonly type: 'reasoning';
  readonly status: ItemStatus;
  readonly summary: readonly SummaryText[];
  /** What the model's provider wants to see again, for a caller that keeps the conversation itself. */
  readonly encrypted_content?: string;
}

/** A part of what the model says of its thinking. */
export interface SummaryText {
  readonly type: 'summary_text';
  readonly text: string;
}

/** A call that the caller of the API is asked to make; `arguments` is JSON text. */
export interface FunctionCallItem {
  readonly id: string;
  readonly type: 'function_call';
  readonly status: ItemStatus;
  readonly call_id: string;
  readonly name: string;
  /** Absent where the function belongs to none. */
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

/** A call made by this side: a tool of the agent's environment, or a handoff. */
export interface McpCallItem {
  readonly id: string;
  readonly type: 'mcp_call';
  readonly status: ItemStatus | 'failed';
  readonly server_label: string;
  readonly name: string;
  readonly arguments: string;
  readonly output: string | null;
  readonly error: McpCallError | null;
  /** The request for approval that a person answered before the call. */
  readonly approval_request_id: string | null;
}

/** A call of this side that waits for the decision of a person. */
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

/** A conversation in fewer words, in place of its items. */
interface CompactionItem {
  readonly id: string;
  readonly type: 'compaction';
  readonly encrypted_content: string;
}

/** `content` is the failure as the model read it. */
export interface McpCallError {
  readonly type: 'mcp_tool_execution_error';
  readonly content: readonly [{ readonly type: 'text'; readonly text: string }];
}

export type ContentItem = InputText | InputImage | InputFile | OutputText | Refusal;

interface InputText {
  readonly type: 'input_text';
  readonly text: string;
}

/** It has `image_url`, an http(s) or data URL, or the id of an uploaded file. */
interface InputImage {
  readonly type: 'input_image';
  readonly image_url?: string;
  readonly file_id?: string;
  readonly detail: string;
}

/** It has `file_url`, an http(s) or data URL, or the id of an uploaded file. */
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

/** What a text rests on or stands for. */
export type Annotation = UrlCitation | FileCitation;

/** An address that a text rests on; of an artifact, that of its image or file, http(s) or data. */
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

export function outputText(text: string, annotations: readonly Annotation[] = []): OutputText {
  return { type: 'output_text', text, annotations, logprobs: [] };
}

export function mcpCallError(text: string): McpCallError {
  return { type: 'mcp_tool_execution_error', content: [{ type: 'text', text }] };
}
