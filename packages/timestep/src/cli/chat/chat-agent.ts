import type { JsonObject, Limits } from '../../core/index.ts';
import type { EnvironmentVariables } from '../../model/index.ts';
import type { ServersPort } from '../../chat/index.ts';
import type { AgentChoices, ServedAgent, StoreUser } from '../../port/index.ts';
import type { CallableAgents } from '../callable-agents.ts';

/** The agent of a conversation: of a folder or a file, of a script, or behind an address. */
export interface ConversationAgent extends StoreUser, AgentChoices {
  readonly served: ServedAgent;
  /** What is known of it, for people. */
  readonly facts: readonly (readonly [name: string, value: string])[];
  /** The MCP servers of a folder. */
  readonly servers?: ServersPort;
  /** Writes settings where the agent is defined, by their names there; resolves to the place. */
  readonly save?: (settings: JsonObject) => Promise<string>;
  readonly onError: (thrown: unknown) => void;
  /** The agents that it may call; absent where it names none. */
  readonly callable?: Pick<CallableAgents, 'users' | 'withThem'>;
  close(): Promise<void>;
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
