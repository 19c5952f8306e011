import type { EnvironmentTarget, ClientCredentials } from '#protocols/mcp';
import type { SamplingBudget } from './sampling-budget.ts';
import type { ServerSwitches, PerTool } from './server-switches.ts';

/** An MCP server that provides tools to an agent. */
export interface ToolServer extends ServerSwitches {
  readonly target: EnvironmentTarget;
  readonly headers?: Readonly<Record<string, string>>;
  /** Client credentials with which the agent gets access tokens for the server. */
  readonly oauth?: ClientCredentials;
  readonly startTimeoutMs?: number;
  /** Maximum milliseconds that a tool call may run without progress. */
  readonly callTimeoutMs?: number;
  /** Whether the model receives the server's instructions. Default: true. */
  readonly instructions?: boolean;
  /** Limits for MCP sampling. Undefined if sampling is not allowed. */
  readonly sampling?: SamplingBudget;
  /** Absolute paths that are sent as MCP roots. */
  readonly roots?: readonly string[];
  /** Secrets that the folder passes to the server, to be masked in all messages. */
  readonly secrets: readonly string[];
  readonly approval: PerTool<boolean>;
  /** Why the server cannot be used, in words without secrets. Undefined for most servers. */
  readonly unusable?: string;
}
