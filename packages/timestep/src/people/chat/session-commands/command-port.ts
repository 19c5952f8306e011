import type {
  AgentServers,
  ItemKind,
  ItemLine,
  OperatorServers,
  ProviderLine,
} from '../../../engine/port/index.ts';
import type { ConversationView } from '../../view/index.ts';

/**
 * The functions that slash commands use. A front end leaves out the parts it does not support;
 * commands that need a missing part answer that they cannot be used here.
 */
export interface CommandPort {
  /** Returns the text of the program's license. */
  readonly getLicense: () => string;
  readonly getView: () => ConversationView;
  /** Returns facts about the agent as name and value pairs. */
  readonly getAgentFacts?: () => readonly (readonly [name: string, value: string])[];
  readonly models?: ModelsPort;
  readonly settings?: SettingsPort;
  readonly items?: ItemsPort;
  /** The agent's MCP servers. */
  readonly servers?: ServersPort;
  readonly sessions?: SessionsPort;
  /** Lists the turns of the conversation, oldest first. */
  readonly listTurns?: () => Promise<readonly TurnLine[]>;
  /** Returns the context that was given to the newest turn, and why each item was chosen. */
  readonly getContext?: () => Promise<ContextReport>;
  /**
   * Summarizes the turns so far. Resolves to a text for the user. `focus` names what the summary
   * must retain.
   */
  readonly compact?: (focus: string) => Promise<string>;
}

/**
 * The MCP servers of an agent. `prompts` and `getPrompt` are set if the front end supports server
 * prompts.
 */
export type ServersPort = AgentServers &
  Partial<Pick<OperatorServers, 'listPrompts' | 'getPrompt'>>;

/** The model providers, and the model of the conversation. */
export interface ModelsPort {
  readonly listProviders: () => readonly ProviderLine[];
  /**
   * Lists the models of one provider, or of all providers with an API key, in the form
   * `provider/name`.
   */
  readonly list: (provider: string | undefined) => Promise<readonly string[]>;
  readonly getCurrent: () => string | undefined;
  /** Changes the model, starting with the next turn. Rejects if the model does not exist. */
  readonly chooseModel: (model: string) => Promise<void>;
}

/** The settings of a session. */
export interface SettingsPort {
  /** Returns the settings that the session has changed, by name. */
  readonly getValues: () => Readonly<Record<string, string | number>>;
  readonly set: (name: string, value: string | number) => Promise<void>;
  /** Resets all settings to those of the agent. */
  readonly reset: () => Promise<void>;
  /**
   * Saves the settings to the agent's files and resolves to the file path. Undefined if the agent
   * has no files.
   */
  readonly save?: () => Promise<string>;
}

/** The tools, rules, references and skills of the agent, and which of them the session includes. */
export interface ItemsPort {
  readonly list: (kind: ItemKind) => Promise<readonly ItemLine[]>;
  readonly include: (kind: ItemKind, name: string) => Promise<void>;
  readonly exclude: (kind: ItemKind, name: string) => Promise<void>;
}

/** The current session, and the other sessions with the same agent. */
export interface SessionsPort {
  /** Lists the sessions, newest first. */
  readonly list: () => Promise<readonly SessionLine[]>;
  /** Returns the number of turns of a listed session. */
  readonly countTurns: (id: string) => Promise<number>;
  /** Returns the current time in milliseconds since the epoch. */
  readonly now: () => number;
  /** Renames the current session. */
  readonly rename?: (name: string) => Promise<void>;
  /**
   * Creates a session that continues after the given turn, or after the newest one. Resolves to its
   * id.
   */
  readonly fork?: (afterTaskId: string | undefined) => Promise<string>;
}

/** A session in a list. */
export interface SessionLine {
  readonly id: string;
  /** Title of the session; empty if it has none. */
  readonly title: string;
  readonly agent: string;
  /** Time of the last change in milliseconds since the epoch. */
  readonly updatedAt: number;
  readonly isCurrent: boolean;
}

/** A turn in a list. */
export interface TurnLine {
  readonly taskId: string;
  readonly title: string;
  readonly state: string;
  readonly tokens: number;
  readonly costUsd: number | null;
}

/** The context that was given to a turn. */
export interface ContextReport {
  readonly lines: readonly ContextLine[];
  /** Remark for the user, such as why the embedding model was not used. */
  readonly note?: string;
  /**
   * Size of the context window in tokens, used for choosing context and for summaries; undefined if
   * unlimited.
   */
  readonly window?: number;
}

/** One item of the context that was given to a turn. */
export interface ContextLine {
  readonly kind: string;
  readonly name: string;
  /** Why the item was chosen. */
  readonly why: string;
  readonly score?: number;
}
