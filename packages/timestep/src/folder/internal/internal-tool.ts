import type { JsonObject, JsonValue, SessionEvent, TurnSettings } from '../../core/index.ts';
import type { Tool, ToolFnContext } from '../../environment/index.ts';
import type { AgentStorage, SessionStore, TaskMeta } from '../../port/index.ts';
import { applyEdit, type AgentEdit } from '../agent-edit.ts';
import type { AgentFiles } from '../agent-files.ts';
import type { AgentFolder } from '../agent-folder.ts';
import { summarizeEdit } from '../format-edit.ts';
import type { Include } from '../note.ts';
import { changeSession, sessionPlaceOf } from './session-place.ts';

/** A tool with which an agent reads or changes itself, or calls others. */
export interface InternalTool extends Tool<JsonObject, InternalContext> {
  readonly name: string;
  /** What a call changes, by which the tool is offered and a person is asked. */
  readonly changes: 'nothing' | 'session' | 'files';
  /** The edit that a call would make, which a person looks at before; for tools that change files. */
  readonly plan?: (args: JsonObject, context: InternalContext) => Promise<AgentEdit>;
}

/** What its function receives: beside what any tool has, the agent itself. */
interface InternalContext extends ToolFnContext, InternalCall {
  /** Names tools that the model may call at once. */
  readonly offer: (names: readonly string[]) => void;
}

/** The function of a tool, and what it changes. */
type Acting = Pick<InternalTool, 'changes' | 'execute' | 'plan' | 'replay'>;

/** A tool that reads. */
export function reading(run: (args: JsonObject, call: InternalCall) => Promise<JsonValue>): Acting {
  return { changes: 'nothing', replay: 'safe', execute: run };
}

/** A tool that edits the files of the agent. What was edited before a crash is not edited again. */
export function editing(
  plan: (args: JsonObject, call: InternalCall) => Promise<AgentEdit>,
): Acting {
  return {
    changes: 'files',
    plan,
    async execute(args, call) {
      const edit = await plan(args, call);
      await applyEdit(call.site.storage, edit);
      if (edit.changes.length === 0) return 'Nothing is different: the files say so already.';
      return `${summarizeEdit(edit)} It holds from the next message on.`;
    },
  };
}

/** A tool that changes the session of the call. */
export function changingSession(
  change: (args: JsonObject, call: InternalCall) => Promise<SessionChange>,
): Acting {
  return {
    changes: 'session',
    replay: 'safe',
    async execute(args, call) {
      const { events, said, sessionId, offers = [] } = await change(args, call);
      const place = await sessionPlaceOf(call);
      if (events.length > 0) {
        await changeSession(place, sessionId ?? place.current, events, call.site.now);
      }
      call.offer(offers);
      return said;
    },
  };
}

/** Events for the log of a session, and what follows from them. */
export interface SessionChange {
  readonly events: readonly SessionEvent[];
  /** The session; absent: that of the task. */
  readonly sessionId?: string;
  /** What the model reads. */
  readonly said: string;
  /** Tools that the model may call at once. */
  readonly offers?: readonly string[];
}

/** A tool of the agent, offered or not. */
export interface KnownTool {
  readonly server: string;
  readonly name: string;
  /** The name that the model calls it by. */
  readonly shown: string;
  readonly description: string;
  readonly parameters: JsonObject;
  readonly include: Include;
  readonly isEnabled: boolean;
  readonly needsPermission: boolean;
  /** Whether the model has it in this turn. */
  readonly isOffered: boolean;
}

/** A server of the agent, without its address and command, which may hold secrets. */
export interface KnownServer {
  readonly name: string;
  readonly type: 'command' | 'address' | 'internal';
  readonly include: Include;
  readonly isEnabled: boolean;
  readonly needsPermission: boolean;
  /** Why its tools cannot be used for now. */
  readonly leftOut?: string;
}

/** The agent that a call is about, as it is now. */
export interface InternalSite {
  readonly storage: AgentStorage;
  readonly read: () => Promise<{ readonly folder: AgentFolder; readonly files: AgentFiles }>;
  readonly servers: () => Promise<readonly KnownServer[]>;
  readonly tools: (turn: TurnSettings | undefined) => Promise<readonly KnownTool[]>;
  /** Where sessions are kept, where the program that runs the agent says so. */
  readonly sessions: () => SessionStore | Promise<SessionStore> | undefined;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

/** What a tool gets with its arguments. */
export interface InternalCall {
  readonly site: InternalSite;
  /** Absent where the caller is not a task. */
  readonly task?: TaskMeta;
  readonly turn?: TurnSettings;
}

/** The schema of the arguments of a tool. */
export function inputOf(properties: JsonObject, required: readonly string[] = []): JsonObject {
  return { type: 'object', properties, required: [...required], additionalProperties: false };
}

/** An argument that is a text. */
export function textIn(args: JsonObject, name: string): string | undefined {
  const value = args[name];
  return typeof value === 'string' ? value : undefined;
}

/** An argument that is a number. */
export function numberIn(args: JsonObject, name: string): number | undefined {
  const value = args[name];
  return typeof value === 'number' ? value : undefined;
}

/** An argument that says when the model receives something. */
export function includeIn(args: JsonObject): Include | undefined {
  const value = args['include'];
  return value === 'always' || value === 'agent' || value === 'manual' ? value : undefined;
}

/** The schema of a name of a rule, a reference, a tool or a server. */
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
