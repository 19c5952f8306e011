import type { JsonObject, JsonValue } from '../data/json.ts';

/** A transcript message in the format of OpenAI chat messages, in snake_case, as it is stored in files. */
export type Message = SystemMessage | UserMessage | AssistantMessage | ToolMessage;

/** Instructions for the agent, at the start of the conversation. */
export interface SystemMessage {
  readonly role: 'system';
  readonly content: string;
}

/** A message of a user, or of a program acting for one: text or content parts. */
export interface UserMessage {
  readonly role: 'user';
  readonly content: string | readonly ContentPart[];
  /** Whether this is context that was selected for the previous message, not something the user wrote. */
  readonly is_context?: true;
}

/** A reply of the agent: text, tool calls, or both. Each tool call expects a result. */
export interface AssistantMessage {
  readonly role: 'assistant';
  readonly content: string | null;
  readonly tool_calls?: readonly ToolCall[];
  readonly usage?: Usage;
  readonly finish_reason?: CutOff;
  /** Whether the text is a question: the task then waits for the user's next message. */
  readonly expects_reply?: boolean;
  /** Kind of the text if it is neither an answer nor a plain question. Ignored if the reply has tool calls. */
  readonly reply_as?: ReplyKind;
  readonly reasoning?: string;
  readonly citations?: readonly Citation[];
  readonly artifacts?: readonly Artifact[];
  /** US dollars for this reply. Undefined if the price is unknown, never 0 then. */
  readonly cost_usd?: number;
  /** The answer as data, if it matches the agent's output schema. `content` is its JSON text. */
  readonly output?: JsonValue;
  /** Provider data (signatures, reasoning items) that the next request must send back. */
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

/** Why a reply is incomplete: it reached its token limit, or the provider withheld the rest. */
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
  /** Images and files of the result, for models that accept them. `content` names them. */
  readonly attachments?: readonly ContentPart[];
}

/** A part of the content of a message: text, image, file or data. */
export type ContentPart = TextPart | ImagePart | FilePart | DataPart;

interface PartAttributes {
  readonly filename?: string;
  readonly media_type?: string;
  /** Custom data of the sender, not shown to models. */
  readonly metadata?: JsonObject;
}

/** A text part of a message. */
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

/** Token counts of one reply. Details are part of the totals; an undefined detail is zero or unknown. */
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
  /** Facts of the tool's definition that models do not see. */
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

/** Facts of a tool's definition that models do not see, such as its server. */
export interface ToolFacts {
  /** Name of the tool's server. Undefined: the tool is part of the program. */
  readonly server?: string;
  /** Command line or URL of the server, without values that may be secret. */
  readonly launch?: string;
  readonly title?: string;
  /** JSON Schema of the tool's result. */
  readonly output?: JsonObject;
  /** Hints about what the tool does, such as `destructiveHint` (MCP, `ToolAnnotations`). */
  readonly hints?: JsonObject;
}

/** Converts an agent's reply to a message. A string becomes the content of the message. */
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
