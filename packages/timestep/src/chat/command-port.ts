import type {
  AgentServers,
  ItemKind,
  ItemLine,
  OperatorServers,
  ProviderLine,
} from '../port/index.ts';
import type { ConversationView } from '../view/index.ts';

/**
 * What commands use of a conversation and of what is around it. A surface leaves out what it cannot do,
 * and the commands that need it say so.
 */
export interface CommandPort {
  /** The text of the program's licence. */
  readonly license: () => string;
  readonly view: () => ConversationView;
  /** What is known of the agent: pairs of a name and a value. */
  readonly agent?: () => readonly (readonly [name: string, value: string])[];
  readonly models?: ModelsPort;
  readonly settings?: SettingsPort;
  readonly items?: ItemsPort;
  /** The MCP servers that tools come from. */
  readonly servers?: ServersPort;
  readonly sessions?: SessionsPort;
  /** The turns of the conversation, the oldest first. */
  readonly turns?: () => Promise<readonly TurnLine[]>;
  /** What the newest turn was given to know, and why. */
  readonly context?: () => Promise<ContextReport>;
  /** Sums up the turns so far; resolves to what it says about it. */
  readonly compact?: (focus: string) => Promise<string>;
}

/** The MCP servers of the agent; their prompts where the surface can list and say them. */
export type ServersPort = AgentServers & Partial<Pick<OperatorServers, 'prompts' | 'getPrompt'>>;

/** Providers, and the model that answers. */
export interface ModelsPort {
  readonly providers: () => readonly ProviderLine[];
  /** The models of a provider, or of all that have a key; as `provider/name`. */
  readonly list: (provider: string | undefined) => Promise<readonly string[]>;
  readonly current: () => string | undefined;
  /** From the next turn on. Rejects where there is no such model. */
  readonly choose: (model: string) => Promise<void>;
}

/** Settings of the session. */
export interface SettingsPort {
  /** Those that are set, by name. */
  readonly values: () => Readonly<Record<string, string | number>>;
  readonly set: (name: string, value: string | number) => Promise<void>;
  /** Takes back what the session has set. */
  readonly reset: () => Promise<void>;
  /** Writes them where the agent is defined; resolves to the place. Absent where there is none. */
  readonly save?: () => Promise<string>;
}

/** Tools, rules, references and skills of the agent, and which of them the session has. */
export interface ItemsPort {
  readonly list: (kind: ItemKind) => Promise<readonly ItemLine[]>;
  readonly include: (kind: ItemKind, name: string) => Promise<void>;
  readonly exclude: (kind: ItemKind, name: string) => Promise<void>;
}

/** This conversation among the others with the agent. */
export interface SessionsPort {
  /** The newest first. */
  readonly list: () => Promise<readonly SessionLine[]>;
  /** How many turns a listed one has. */
  readonly turnsOf: (id: string) => Promise<number>;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Gives this conversation another name. */
  readonly rename?: (name: string) => Promise<void>;
  /** Begins one that goes on after a turn, or after the newest one; resolves to its id. */
  readonly fork?: (afterTaskId: string | undefined) => Promise<string>;
}

/** A session as lists show it. */
export interface SessionLine {
  readonly id: string;
  /** Empty where it has no name. */
  readonly title: string;
  readonly agent: string;
  /** Milliseconds since the epoch. */
  readonly updatedAt: number;
  readonly isCurrent: boolean;
}

/** A turn as lists show it. */
export interface TurnLine {
  readonly taskId: string;
  readonly title: string;
  readonly state: string;
  readonly tokens: number;
  readonly costUsd: number | null;
}

/** What a turn was given to know. */
export interface ContextReport {
  readonly lines: readonly ContextLine[];
  /** What people should know of the choice, such as why a model for embeddings was not used. */
  readonly note?: string;
  /** The context window that the choice and summaries are made for, in tokens; absent: endless. */
  readonly window?: number;
}

/** Something that a turn was given to know. */
export interface ContextLine {
  readonly kind: string;
  readonly name: string;
  /** Why it was chosen. */
  readonly why: string;
  readonly score?: number;
}
