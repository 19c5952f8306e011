import type { JsonObject, JsonValue } from './json.ts';

/**
 * The transcript's one message form: OpenAI chat messages. Field names keep the snake_case of that
 * form because transcripts are written to files and shared with other languages.
 */
export type Message = SystemMessage | UserMessage | AssistantMessage | ToolMessage;

/** What the agent is instructed to do, before the conversation. */
export interface SystemMessage {
  readonly role: 'system';
  readonly content: string;
}

/** What a person, or a program in place of one, says: text, or parts. */
export interface UserMessage {
  readonly role: 'user';
  readonly content: string | readonly ContentPart[];
}

/**
 * A reply of the agent: words, calls of tools, or both. A reply with calls asks for their results.
 */
export interface AssistantMessage {
  readonly role: 'assistant';
  readonly content: string | null;
  readonly tool_calls?: readonly ToolCall[];
  readonly usage?: Usage;
  /** Why the reply is not complete; absent where the model ended it. */
  readonly finish_reason?: CutOff;
  /** True where the words are a question: the task waits for the next message of the user. */
  readonly expects_reply?: boolean;
  /** What the words are, where they are neither an answer nor a plain question. Ignored beside calls. */
  readonly reply_as?: ReplyKind;
  /** What the model says of its thinking, as far as its provider shows it; it does not belong to the answer. */
  readonly reasoning?: string;
  /** What the words rest on, as the provider says. */
  readonly citations?: readonly Citation[];
  /** What the agent gives beside its words. */
  readonly artifacts?: readonly Artifact[];
  /** US dollars for this reply, when the price is known; absent means unknown, never zero. */
  readonly cost_usd?: number;
  /**
   * What a provider needs to see again on the next call (signatures, reasoning items); only the
   * provider reads it.
   */
  readonly provider?: JsonObject;
}

/**
 * `rejection`: the words say why the agent does not do the task, which ends as rejected.
 * `credentials-request`: the words say which credentials are missing; the task waits for the next message.
 * `bare-message`: a client of A2A that waits for the answer receives the words without their task.
 */
export type ReplyKind = 'rejection' | 'credentials-request' | 'bare-message';

/** Whether a reply makes its task wait for the next message of the user. */
export function asksUser({ expects_reply, reply_as, tool_calls = [] }: AssistantMessage): boolean {
  const isAsking = expects_reply === true || reply_as === 'credentials-request';
  return isAsking && tool_calls.length === 0;
}

/** The reply was cut at its limit of tokens, or the rest was withheld. */
export type CutOff = 'length' | 'content_filter';

/** Something made for the user: a document, data, a file. A later one with the same id replaces it. */
export interface Artifact {
  readonly artifact_id: string;
  readonly name?: string;
  readonly description?: string;
  readonly parts: readonly ContentPart[];
  readonly metadata?: JsonObject;
}

/** A page or a file that an answer rests on. */
export type Citation =
  | { readonly type: 'url'; readonly url: string; readonly title?: string }
  | { readonly type: 'file'; readonly filename: string };

/** The result of one call, which `tool_call_id` names. */
export interface ToolMessage {
  readonly role: 'tool';
  readonly tool_call_id: string;
  readonly content: string;
  /** Images and files of the result, for models that can see or hear them; the content names them. */
  readonly attachments?: readonly ContentPart[];
}

/** One part of a message: text, an image, a file or data. */
export type ContentPart = TextPart | ImagePart | FilePart | DataPart;

/** What a sender says of a part beside its content. */
interface PartRemarks {
  readonly filename?: string;
  readonly media_type?: string;
  /** Data of the sender's own; not shown to models. */
  readonly metadata?: JsonObject;
}

/** A part that is text. */
export interface TextPart extends PartRemarks {
  readonly type: 'text';
  readonly text: string;
}

/** `url` is an http(s) or data URL. */
export interface ImagePart extends PartRemarks {
  readonly type: 'image_url';
  readonly image_url: {
    readonly url: string;
    /** How closely a model is to look, such as `low` or `high`; absent: as the provider sees fit. */
    readonly detail?: string;
  };
}

/** `url` is an http(s) or data URL. */
export interface FilePart {
  readonly type: 'file';
  readonly file: { readonly url: string; readonly filename?: string; readonly media_type?: string };
  readonly metadata?: JsonObject;
}

/** Structured data from a peer; models receive it as JSON text. */
export interface DataPart extends PartRemarks {
  readonly type: 'data';
  readonly data: JsonValue;
}

/** `arguments` is the JSON text exactly as the model wrote it. */
export interface ToolCall {
  readonly id: string;
  readonly type: 'function';
  readonly function: { readonly name: string; readonly arguments: string };
}

/** Token counts of one model reply. Details are parts of the counts; absent means none or unknown. */
export interface Usage {
  readonly prompt_tokens: number;
  readonly completion_tokens: number;
  readonly total_tokens: number;
  readonly prompt_tokens_details?: {
    readonly cached_tokens?: number;
    readonly cache_write_tokens?: number;
  };
  readonly completion_tokens_details?: { readonly reasoning_tokens?: number };
}

/**
 * What to do about a call that may have been cut off by a crash: make it again (`safe`), make it
 * again with the same key, which the tool heeds (`key`), ask the tool whether it ran (`probe`), or
 * tell the model that it may have run (`never`).
 */
export type Replay = 'safe' | 'key' | 'probe' | 'never';

/** A tool as a model sees it: OpenAI function form; `parameters` is JSON Schema. */
export interface ToolSchema {
  /** Default `never`. Not shown to models. */
  readonly replay?: Replay;
  /** A person decides about each call before it is made. Not shown to models. */
  readonly needsApproval?: boolean;
  /** What the tool's server says of it to front ends, such as `ui` of MCP Apps. Not shown to models. */
  readonly meta?: JsonObject;
  /** Pictures of the tool, as MCP describes them. Not shown to models. */
  readonly icons?: readonly JsonObject[];
  readonly type: 'function';
  readonly function: {
    readonly name: string;
    readonly description?: string;
    readonly parameters: JsonObject;
    readonly strict?: boolean;
  };
}

/** Returns an agent's reply as a message. A reply that is only a string becomes its content. */
export function toAssistantMessage(reply: AssistantMessage | string): AssistantMessage {
  return typeof reply === 'string' ? { role: 'assistant', content: reply } : reply;
}

/** The readable text of any message, data parts as JSON, other attachments by name. */
export function textOf(message: Message): string {
  if (typeof message.content === 'string') return message.content;
  if (message.content === null) return '';
  return message.content.map(textOfPart).join('\n');
}

function textOfPart(part: ContentPart): string {
  switch (part.type) {
    case 'text':
      return part.text;
    case 'data':
      return JSON.stringify(part.data);
    case 'image_url':
      return '[image]';
    case 'file':
      return `[file ${part.file.filename ?? 'without a name'}]`;
  }
}
