import type { JsonObject, JsonValue } from '../data/json.ts';

/** A transcript message in the format of OpenAI chat messages, which files share: in snake_case. */
export type Message = SystemMessage | UserMessage | AssistantMessage | ToolMessage;

/** Instructions for the agent, before the conversation. */
export interface SystemMessage {
  readonly role: 'system';
  readonly content: string;
}

/** A message of a user, or of a program acting for one: text or content parts. */
export interface UserMessage {
  readonly role: 'user';
  readonly content: string | readonly ContentPart[];
  /** Whether the content was selected for the user's message before it, and is not the user's. */
  readonly is_context?: true;
}

/** A reply of the agent: text, tool calls, or both. A reply with calls requests their results. */
export interface AssistantMessage {
  readonly role: 'assistant';
  readonly content: string | null;
  readonly tool_calls?: readonly ToolCall[];
  readonly usage?: Usage;
  readonly finish_reason?: CutOff;
  /** Whether the text is a question: the task then waits for the user's next message. */
  readonly expects_reply?: boolean;
  /** Kind of the text if it is neither an answer nor a plain question. Ignored beside calls. */
  readonly reply_as?: ReplyKind;
  readonly reasoning?: string;
  readonly citations?: readonly Citation[];
  readonly artifacts?: readonly Artifact[];
  /** US dollars for this reply. Undefined if the price is unknown, never 0 then. */
  readonly cost_usd?: number;
  /** The answer as data, if it matches the agent's output schema. `content` is its JSON text. */
  readonly output?: JsonValue;
  /** Data that the provider must receive again in the next call (signatures, reasoning items). */
  readonly provider?: JsonObject;
}

/**
 * `rejection`: the text says why the agent refuses the task, which ends as rejected.
 * `credentials-request`: the task waits for the missing credentials that the text names.
 * `bare-message`: a waiting A2A client receives the text as a message without a task.
 */
export type ReplyKind = 'rejection' | 'credentials-request' | 'bare-message';

/** Returns whether the task waits for the user's next message after this reply. */
export function expectsUserReply({
  expects_reply,
  reply_as,
  tool_calls = [],
}: AssistantMessage): boolean {
  const isAsking = expects_reply === true || reply_as === 'credentials-request';
  return isAsking && tool_calls.length === 0;
}

/** Why a reply is incomplete: its token limit, or the provider withheld the rest. */
export type CutOff = 'length' | 'content_filter';

/** A document, data or file for the user. It replaces an earlier artifact with the same id. */
export interface Artifact {
  readonly artifact_id: string;
  readonly name?: string;
  readonly description?: string;
  readonly parts: readonly ContentPart[];
  readonly metadata?: JsonObject;
}

/** A web page or file that an answer cites. */
export type Citation =
  | { readonly type: 'url'; readonly url: string; readonly title?: string }
  | { readonly type: 'file'; readonly filename: string };

/** Result of the tool call that `tool_call_id` names. */
export interface ToolMessage {
  readonly role: 'tool';
  readonly tool_call_id: string;
  readonly content: string;
  /** Images and files of the result, for models that accept them. The content names them. */
  readonly attachments?: readonly ContentPart[];
}

/** A part of the content of a message: text, image, file or data. */
export type ContentPart = TextPart | ImagePart | FilePart | DataPart;

interface PartAttributes {
  readonly filename?: string;
  readonly media_type?: string;
  /** Data of the message's sender, not shown to models. */
  readonly metadata?: JsonObject;
}

/** A part of a message that is text. */
export interface TextPart extends PartAttributes {
  readonly type: 'text';
  readonly text: string;
}

/** An image. `url` is an http(s) or data URL. */
export interface ImagePart extends PartAttributes {
  readonly type: 'image_url';
  readonly image_url: {
    readonly url: string;
    /** Resolution for the model, such as `low`. Undefined: the provider's default. */
    readonly detail?: string;
  };
}

/** A file. `url` is an http(s) or data URL. */
export interface FilePart {
  readonly type: 'file';
  readonly file: { readonly url: string; readonly filename?: string; readonly media_type?: string };
  readonly metadata?: JsonObject;
}

/** Structured data from another agent or program. Models receive it as JSON text. */
export interface DataPart extends PartAttributes {
  readonly type: 'data';
  readonly data: JsonValue;
}

/** A tool call of a model. `arguments` is the JSON text exactly as the model wrote it. */
export interface ToolCall {
  readonly id: string;
  readonly type: 'function';
  readonly function: { readonly name: string; readonly arguments: string };
}

/** Token counts of one reply. Details are part of the totals; undefined is zero or unknown. */
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
 * How to handle a call that a crash may have interrupted: repeat it (`safe`), repeat it with the
 * same idempotency key (`key`), ask the tool whether it ran (`probe`), or tell the model that it
 * may have run (`never`).
 */
export type Replay = 'safe' | 'key' | 'probe' | 'never';

/** A tool as a model sees it, in OpenAI function format. `parameters` is JSON Schema. */
export interface ToolSchema {
  /** Crash handling of the tool. Default: `never`. Not shown to models. */
  readonly replay?: Replay;
  /** Whether a person must approve each call of the tool. Not shown to models. */
  readonly needsApproval?: boolean;
  /** Metadata of the tool's server for front ends, such as `ui` of MCP Apps. */
  readonly meta?: JsonObject;
  /** What the definition of the tool contains beside what models see. */
  readonly facts?: ToolFacts;
  /** Icons of the tool in MCP format. Not shown to models. */
  readonly icons?: readonly JsonObject[];
  readonly type: 'function';
  readonly function: {
    readonly name: string;
    readonly description?: string;
    readonly parameters: JsonObject;
    readonly strict?: boolean;
  };
}

/** What defines a tool beside what models see of it. */
export interface ToolFacts {
  /** Name of the tool's server. Undefined: the tool is part of the program. */
  readonly server?: string;
  /** Command line or address of the server, without values that may be secret. */
  readonly launch?: string;
  readonly title?: string;
  /** JSON Schema of the result. */
  readonly output?: JsonObject;
  /** Hints about what the tool does, such as `destructiveHint` (MCP, `ToolAnnotations`). */
  readonly hints?: JsonObject;
}

/** Returns an agent's reply as a message. A reply that is only a string becomes its content. */
export function toAssistantMessage(reply: AssistantMessage | string): AssistantMessage {
  return typeof reply === 'string' ? { role: 'assistant', content: reply } : reply;
}

/** Returns the text of a message: data parts as JSON, files by name, images as `[image]`. */
export function getText(message: Message): string {
  if (typeof message.content === 'string') return message.content;
  if (message.content === null) return '';
  return message.content.map(getPartText).join('\n');
}

function getPartText(part: ContentPart): string {
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
