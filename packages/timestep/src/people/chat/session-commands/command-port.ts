import type { ContextSelection, Session } from '#core';
import type {
  AgentServers,
  ItemKind,
  ItemLine,
  OperatorServers,
  ProviderLine,
  TextCommand,
} from '#engine/port';
import type { ConversationView } from '#people/view';
import type { WaitingTask } from '../inbox/waiting-tasks.ts';
import type { Turn } from '../conversation/conversation.ts';

/** Functions that slash commands use. A command whose function is missing is unavailable. */
export interface CommandPort {
  readonly getLicense: () => string;
  readonly getView: () => ConversationView;
  readonly getAgentFacts?: () => readonly (readonly [name: string, value: string])[];
  readonly models?: ModelsPort;
  readonly settings?: SettingsPort;
  readonly items?: ItemsPort;
  /** Lists the commands of the agent's folder, each of which sends a text. */
  readonly listTextCommands?: () => Promise<readonly TextCommand[]>;
  readonly servers?: ServersPort;
  readonly sessions?: SessionsPort;
  /** What waits for the user's answer, in all conversations with all agents. */
  readonly inbox?: InboxPort;
  readonly listTurns?: () => Promise<
    readonly Pick<Turn, 'taskId' | 'title' | 'state' | 'tokens' | 'costUsd'>[]
  >;
  /** Returns the context that was given to the newest turn, and why each item was chosen. */
  readonly getContext?: () => Promise<ContextReport>;
  /** Summarizes the conversation to a text for the user. `focus` names what to retain. */
  readonly compact?: (focus: string) => Promise<string>;
}

/**
 * `listPrompts` and `getPrompt` are set if the front end supports server prompts, `listCalled` if the agent can call
 * agents in this process.
 */
export type ServersPort = AgentServers &
  Partial<Pick<OperatorServers, 'listPrompts' | 'getPrompt'>> & {
    readonly listCalled?: () => Promise<readonly CalledAgentServers[]>;
  };

/** The MCP servers of an agent that the agent of the conversation calls, itself or through other agents. */
export interface CalledAgentServers {
  readonly agent: string;
  readonly servers: Pick<AgentServers, 'list' | 'readLog'>;
}

/** The model providers, and the model of the conversation. */
export interface ModelsPort {
  readonly listProviders: () => readonly ProviderLine[];
  /** Lists models as `provider/name`: of one provider, or of all providers with an API key. */
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
  readonly reset: () => Promise<void>;
  /** Saves the settings. Resolves to the file path. Undefined if the agent has no files. */
  readonly save?: () => Promise<string>;
}

/** The items of the agent, and which of them the session includes. */
export interface ItemsPort {
  readonly list: (kind: ItemKind) => Promise<readonly ItemLine[]>;
  readonly include: (kind: ItemKind, name: string) => Promise<unknown>;
  readonly exclude: (kind: ItemKind, name: string) => Promise<unknown>;
}

/** The tasks of the user that wait for an answer. */
export interface InboxPort {
  readonly list: () => Promise<readonly WaitingTask[]>;
  readonly now: () => number;
}

/** The current session, and the other sessions with the same agent. */
export interface SessionsPort {
  /**
   * Lists the newest conversations. `own`: without contexts that programs have started and that no person has
   * continued.
   */
  readonly list: (scope: 'own' | 'all') => Promise<readonly SessionLine[]>;
  readonly countTurns: (id: string) => Promise<number>;
  readonly now: () => number;
  readonly rename?: (name: string) => Promise<unknown>;
  /** Creates a session that continues after a turn, by default the newest. Resolves to its id. */
  readonly fork?: (afterTaskId: string | undefined) => Promise<string>;
}

/** A line in a list of chat sessions. */
export interface SessionLine extends Pick<Session, 'id' | 'agent' | 'updatedAt'> {
  /** Title of the session; empty if it has none. */
  readonly title: string;
  readonly isCurrent: boolean;
}

/** Context items that were selected for a turn, with items that were not. */
export interface ContextReport extends Pick<
  ContextSelection,
  'items' | 'omitted' | 'ranker' | 'note'
> {
  /** Size of the context window in tokens; undefined if unlimited. */
  readonly window?: number;
}
