import type { JsonObject, JsonValue, SessionEvent, TurnSettings } from '../../../core/index.ts';
import type { Tool, ToolFnContext } from '../../../engine/tools/index.ts';
import type { AgentStorage, SessionStore, TaskMeta } from '../../../engine/port/index.ts';
import {
  applyEdit,
  type AgentEdit,
  type AgentFiles,
  type AgentFolder,
  summarizeEdit,
  type Include,
} from '../../folder/index.ts';
import { changeSession, getSessionLocation } from './session-access.ts';

/** A built-in tool with which an agent reads or changes itself, or calls other agents. */
export interface InternalTool extends Tool<JsonObject, InternalContext> {
  readonly name: string;
  /** What a call changes; decides whether the tool is offered and whether a person is asked. */
  readonly changes: 'nothing' | 'session' | 'files';
  /** Creates the edit that a call would make, for a person to review. Only if it changes files. */
  readonly plan?: (args: JsonObject, context: InternalContext) => Promise<AgentEdit>;
}

interface InternalContext extends ToolFnContext, InternalCall {
  /** Offers further tools, which the model may call from its next step on. */
  readonly offer: (names: readonly string[]) => void;
}

type ToolAction = Pick<InternalTool, 'changes' | 'execute' | 'plan' | 'replay'>;

export function createReadAction(
  run: (args: JsonObject, call: InternalCall) => Promise<JsonValue>,
): ToolAction {
  return { changes: 'nothing', replay: 'safe', execute: run };
}

/** An edit made before a crash is not repeated. */
export function createEditAction(
  plan: (args: JsonObject, call: InternalCall) => Promise<AgentEdit>,
): ToolAction {
  return {
    changes: 'files',
    plan,
    async execute(args, call) {
      const edit = await plan(args, call);
      await applyEdit(call.access.storage, edit);
      if (edit.changes.length === 0) return 'Nothing is different: the files say so already.';
      return `${summarizeEdit(edit)} It holds from the next message on.`;
    },
  };
}

export function createSessionAction(
  change: (args: JsonObject, call: InternalCall) => Promise<SessionChange>,
): ToolAction {
  return {
    changes: 'session',
    replay: 'safe',
    async execute(args, call) {
      const { events, said, sessionId, offers = [] } = await change(args, call);
      const location = await getSessionLocation(call);
      if (events.length > 0) {
        await changeSession(location, sessionId ?? location.current, events, call.access.now);
      }
      call.offer(offers);
      return said;
    },
  };
}

/** Events to append to the log of a session, and the result for the model. */
export interface SessionChange {
  readonly events: readonly SessionEvent[];
  /** Id of the session. Undefined: the session of the task. */
  readonly sessionId?: string;
  readonly said: string;
  readonly offers?: readonly string[];
}

/** A tool of the agent, offered to the model or not. */
export interface KnownTool {
  readonly server: string;
  readonly name: string;
  /** Name under which the model calls the tool. */
  readonly shown: string;
  readonly description: string;
  readonly parameters: JsonObject;
  readonly include: Include;
  readonly isEnabled: boolean;
  readonly needsPermission: boolean;
  /** Whether the tool is offered to the model in this turn. */
  readonly isOffered: boolean;
}

/** A server of the agent, without its URL and command, which may contain secrets. */
export interface KnownServer {
  readonly name: string;
  readonly type: 'command' | 'address' | 'internal';
  readonly include: Include;
  readonly isEnabled: boolean;
  readonly needsPermission: boolean;
  /** Reason why the server's tools cannot be used now. */
  readonly leftOut?: string;
}

/** Access to the agent that a call reads or changes, in its current state. */
export interface OwnAgentAccess {
  readonly storage: AgentStorage;
  readonly read: () => Promise<{ readonly folder: AgentFolder; readonly files: AgentFiles }>;
  readonly servers: () => Promise<readonly KnownServer[]>;
  readonly tools: (turn: TurnSettings | undefined) => Promise<readonly KnownTool[]>;
  readonly sessions: () => SessionStore | Promise<SessionStore> | undefined;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

export interface InternalCall {
  readonly access: OwnAgentAccess;
  readonly task?: TaskMeta;
  readonly turn?: TurnSettings;
}

export function buildInputSchema(
  properties: JsonObject,
  required: readonly string[] = [],
): JsonObject {
  return { type: 'object', properties, required: [...required], additionalProperties: false };
}

export function getTextArgument(args: JsonObject, name: string): string | undefined {
  const value = args[name];
  return typeof value === 'string' ? value : undefined;
}

export function getNumberArgument(args: JsonObject, name: string): number | undefined {
  const value = args[name];
  return typeof value === 'number' ? value : undefined;
}

export function getIncludeArgument(args: JsonObject): Include | undefined {
  const value = args['include'];
  return value === 'always' || value === 'agent' || value === 'manual' ? value : undefined;
}

export function buildNameSchema(description: string): JsonObject {
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
