import type { JsonObject, Limits } from '../../../core/index.ts';
import type { EnvironmentVariables } from '../../../agents/model/index.ts';
import type { ServersPort } from '../../chat/index.ts';
import type { AgentChoices, ServedAgent, StoreUser } from '../../../engine/port/index.ts';
import type { CallableAgents } from '../agents/callable-agents.ts';

/** An agent for a chat: from a folder or file, from a script, or a remote agent. */
export interface ChatAgent extends StoreUser, AgentChoices {
  readonly served: ServedAgent;
  /** Facts about the agent as name and value pairs, for display. */
  readonly facts: readonly (readonly [name: string, value: string])[];
  /** MCP servers of an agent folder. */
  readonly servers?: ServersPort;
  /** Saves settings to the agent's files and resolves to the path. */
  readonly saveSettings?: (settings: JsonObject) => Promise<string>;
  readonly onError: (thrown: unknown) => void;
  /** Agents that this agent may call; undefined if there are none. */
  readonly callable?: Pick<CallableAgents, 'users' | 'combineAgents'>;
  close(): Promise<void>;
}

/** Options for opening an agent. */
export interface OpenAgentOptions {
  /** Model to use instead of the agent's own model. */
  readonly model: string | undefined;
  readonly env: EnvironmentVariables;
  /** Whether the agent belongs to the user, so that its files may be changed. */
  readonly isOwn: boolean;
  readonly writeError: (text: string) => void;
}

/**
 * Limits for each message in a chat. The time limit is one hour, because a user is present to stop
 * the agent.
 */
export const CHAT_LIMITS: Limits = { max_steps: 30, time_limit_s: 3600 };
