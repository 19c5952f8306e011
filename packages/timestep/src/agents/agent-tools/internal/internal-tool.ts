import type { Tool, ToolFnContext } from '#engine/tools';
import type { AgentEdit } from '#agents/folder';
import type { InternalCall } from './own-agent.ts';

/** A built-in tool with which an agent reads or changes itself, or calls other agents. */
export interface InternalTool extends Tool<never, InternalContext> {
  readonly name: string;
  /** What a call of the tool changes, which decides whether a person must approve it. */
  readonly changes: 'nothing' | 'session' | 'files';
  /**
   * Creates the edit that a call would make, so that a user can review it. Undefined unless the tool changes
   * files.
   */
  readonly plan?: (args: never, context: InternalContext) => Promise<AgentEdit>;
}

interface InternalContext extends ToolFnContext, InternalCall {
  /** Makes further tools available to the model, from its next model call on. */
  readonly offer: (names: readonly string[]) => void;
}
