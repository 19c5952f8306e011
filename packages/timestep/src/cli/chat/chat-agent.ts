import type { ItemKind, ItemLine } from '../../chat/index.ts';
import type { JsonObject, Limits, Session } from '../../core/index.ts';
import type { EnvironmentVariables } from '../../model/index.ts';
import type { AgentFn, AgentServers, ServedAgent, StoreUser } from '../../port/index.ts';
import type { CallableAgents } from '../callable-agents.ts';

/** The agent of a conversation: of a folder or a file, of a script, or behind an address. */
export interface ConversationAgent extends StoreUser {
  readonly served: ServedAgent;
  /** What is known of it, for people. */
  readonly facts: readonly (readonly [name: string, value: string])[];
  /** Absent where a session cannot name another model. */
  readonly models?: AgentModels;
  /** Answers as the agent's model does, and in a turn that names a model, as that one. Absent: a peer. */
  readonly answers?: AgentFn;
  /** What the agent has of a kind, and what a session says of it. */
  readonly items: (kind: ItemKind, session: Session) => Promise<readonly ItemLine[]>;
  /** The MCP servers of a folder. Absent where sessions cannot include and exclude anything. */
  readonly servers?: AgentServers;
  /** Writes settings where the agent is defined, by their names there; resolves to the place. */
  readonly save?: (settings: JsonObject) => Promise<string>;
  readonly onError: (thrown: unknown) => void;
  /** The agents that it may call; absent where it names none. */
  readonly callable?: Pick<CallableAgents, 'users' | 'withThem'>;
  close(): Promise<void>;
}

/** The models of an agent. */
export interface AgentModels {
  /** The model of the agent; `undefined` where a program answers. */
  readonly own: () => string | undefined;
  /** What keys and addresses are looked up in. */
  readonly env: () => EnvironmentVariables;
  /** Throws, with what to do, where a session cannot use the model. */
  readonly check: (model: string) => void;
}

/** How an agent is opened. */
export interface OpenAgentOptions {
  /** Answers instead of the agent's own model. */
  readonly model: string | undefined;
  readonly env: EnvironmentVariables;
  /** Whether its files may be changed. */
  readonly isOwn: boolean;
  readonly complain: (text: string) => void;
}

/** An hour of work for each message: a person is there to stop it. */
export const CHAT_LIMITS: Limits = { max_steps: 30, time_limit_s: 3600 };
