import type { PerTool, ToolServer } from './tool-server.ts';

/** How an agent works: in conversation, alone on one request, or as tools of others. */
export type Mode = 'interactive' | 'autonomous' | 'tools';

/** Whether a person must allow calls: always, never, or as each tool says. */
export type ToolPermission = 'always' | 'never' | 'tool';

/** How a tool is offered to the model; `hidden` tools cannot be called either. */
export type ToolOffer = 'hidden' | 'free' | 'with-approval';

/**
 * An agent without a person beside it is offered only tools that need no approval. Only the folder
 * can say that a tool needs none: by default every tool does.
 */
export function toolOffer(
  server: Pick<ToolServer, 'enabled' | 'include' | 'approval'>,
  tool: string,
  mode: Mode,
  permission: ToolPermission,
): ToolOffer {
  if (!of(server.enabled, tool) || of(server.include, tool) === 'manual') return 'hidden';
  const needsApproval = permission === 'tool' ? of(server.approval, tool) : permission === 'always';
  if (!needsApproval) return 'free';
  return mode === 'interactive' ? 'with-approval' : 'hidden';
}

function of<T>({ serverDefault, tools }: PerTool<T>, tool: string): T {
  return tools.get(tool) ?? serverDefault;
}
