import type {
  JsonObject,
  JsonValue,
  Replay,
  SessionEvent,
  TurnSettings,
} from '../../core/index.ts';
import type {
  AgentStorage,
  SessionStore,
  TaskMeta,
  ToolContext,
  ToolResult,
} from '../../port/index.ts';
import type { AgentEdit } from '../agent-edit.ts';
import type { AgentFiles } from '../agent-files.ts';
import type { AgentFolder } from '../agent-folder.ts';
import type { Include } from '../note.ts';

/** A built-in tool with which an agent reads or changes itself. */
export interface InternalTool {
  readonly name: string;
  readonly description: string;
  /** JSON Schema of the arguments. */
  readonly input: JsonObject;
  readonly act: InternalAct;
}

/**
 * The action of a built-in tool: reading, planning an edit of the agent's files, changing the
 * session, or calling other agents.
 */
export type InternalAct =
  | {
      readonly kind: 'read';
      readonly run: (args: JsonObject, call: InternalCall) => Promise<JsonValue>;
    }
  | {
      readonly kind: 'edit';
      readonly edit: (args: JsonObject, call: InternalCall) => Promise<AgentEdit>;
    }
  | {
      readonly kind: 'session';
      readonly change: (args: JsonObject, call: InternalCall) => Promise<SessionChange>;
    }
  | {
      readonly kind: 'agents';
      readonly replay: Replay;
      readonly run: (args: JsonObject, context: ToolContext) => Promise<ToolResult>;
    };

/** Events for the log of a session, and the text for the model. */
interface SessionChange {
  readonly events: readonly SessionEvent[];
  /** Id of the session. Default: the session of the task. */
  readonly sessionId?: string;
  /** Text of the tool result for the model. */
  readonly said: string;
  /** Tools that the model may call immediately. */
  readonly offers?: readonly string[];
}

/** A tool of the agent, whether it is offered or not. */
export interface KnownTool {
  readonly server: string;
  readonly name: string;
  /** The name under which the model calls the tool. */
  readonly shown: string;
  readonly description: string;
  readonly parameters: JsonObject;
  readonly include: Include;
  readonly isEnabled: boolean;
  readonly needsPermission: boolean;
  /** Whether the model has the tool in this turn. */
  readonly isOffered: boolean;
}

/** A server of the agent, without its URL and command, which may contain secrets. */
export interface KnownServer {
  readonly name: string;
  readonly type: 'command' | 'address' | 'internal';
  readonly include: Include;
  readonly isEnabled: boolean;
  readonly needsPermission: boolean;
  /** Why the server's tools are unavailable. Undefined if they are available. */
  readonly leftOut?: string;
}

/** The current state of the agent that a call refers to. */
export interface InternalSite {
  readonly storage: AgentStorage;
  readonly read: () => Promise<{ readonly folder: AgentFolder; readonly files: AgentFiles }>;
  readonly servers: () => Promise<readonly KnownServer[]>;
  readonly tools: (turn: TurnSettings | undefined) => Promise<readonly KnownTool[]>;
  /** Returns the session store. Undefined if the program has none. */
  readonly sessions: () => SessionStore | Promise<SessionStore> | undefined;
  /** Returns the current time in milliseconds since the epoch. */
  readonly now: () => number;
}

/** Context of a built-in tool call, passed in addition to its arguments. */
export interface InternalCall {
  readonly site: InternalSite;
  /** The calling task. Undefined if the caller is not a task. */
  readonly task: TaskMeta | undefined;
  readonly turn: TurnSettings | undefined;
}

/** Creates the JSON Schema for a tool's arguments. */
export function inputOf(properties: JsonObject, required: readonly string[] = []): JsonObject {
  return { type: 'object', properties, required: [...required], additionalProperties: false };
}

/** Returns an argument if it is a string. */
export function textIn(args: JsonObject, name: string): string | undefined {
  const value = args[name];
  return typeof value === 'string' ? value : undefined;
}

/** Returns an argument if it is a number. */
export function numberIn(args: JsonObject, name: string): number | undefined {
  const value = args[name];
  return typeof value === 'number' ? value : undefined;
}

/** Returns the argument `include` if it is a valid include mode. */
export function includeIn(args: JsonObject): Include | undefined {
  const value = args['include'];
  return value === 'always' || value === 'agent' || value === 'manual' ? value : undefined;
}

/** Creates the JSON Schema for the name of a rule, reference, tool or server. */
export function nameSchema(description: string): JsonObject {
  return { type: 'string', pattern: '^[\\w-]+$', description };
}

export const INCLUDE_SCHEMA: JsonObject = {
  type: 'string',
  enum: ['always', 'agent', 'manual'],
  description:
    'When the model receives it: always, where it is relevant (agent), or where it is asked for (manual)',
};

export const QUERY_SCHEMA: JsonObject = {
  type: 'string',
  minLength: 1,
  description: 'What is looked for, in a few words',
};

export const TOP_SCHEMA: JsonObject = {
  type: 'integer',
  minimum: 1,
  maximum: 50,
  description: 'How many are returned at most. Default 5',
};
