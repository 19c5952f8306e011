import type { AgentStorage } from '#engine/port';
import type { ToolCallContext } from '#protocols/mcp';

/** Options of {@link createWorkspaceTools}. */
export interface WorkspaceOptions {
  /** Version of the program that serves the tools. */
  readonly version: string;
  /** Whether the operator allows every change, so that no person is asked. Default: false. */
  readonly allowsChanges?: boolean;
  /** Loads an agent from its files and sends it one message in a new, separate context. */
  readonly askOnce: (
    agent: AgentStorage,
    message: string,
    context: ToolCallContext,
    showsTurns: boolean,
  ) => Promise<unknown>;
}
