import type { TurnItem, TurnSettings } from '../core/index.ts';
import type { PerTool, ToolServer } from './tool-server.ts';

/** How an agent works: in conversation, alone on one request, or as tools of others. */
export type Mode = 'interactive' | 'autonomous' | 'tools';

/** Whether a person must allow calls: always, never, or as each tool says. */
export type ToolPermission = 'always' | 'never' | 'tool';

/** How a tool is offered to the model; `hidden` tools cannot be called either. */
export type ToolOffer = 'hidden' | 'free' | 'with-approval';

/** What a session says about a tool. */
export type SessionChoice = 'included' | 'excluded' | undefined;

/** Whether a session includes or excludes a tool, by the name that the model sees. */
export function choiceOf(turn: TurnSettings | undefined, name: string): SessionChoice {
  const isIt = (item: TurnItem): boolean => item.kind === 'tool' && item.name === name;
  if (turn?.exclude.some(isIt)) return 'excluded';
  return turn?.include.some(isIt) ? 'included' : undefined;
}

/**
 * An agent without a person beside it is offered only tools that need no approval. Only the folder
 * can say that a tool needs none: by default every tool does.
 */
export function toolOffer(
  server: Pick<ToolServer, 'enabled' | 'include' | 'approval'>,
  tool: string,
  mode: Mode,
  permission: ToolPermission,
  choice?: SessionChoice,
): ToolOffer {
  const isLeftOut = switchOf(server.include, tool) === 'manual' && choice !== 'included';
  if (!switchOf(server.enabled, tool) || isLeftOut || choice === 'excluded') return 'hidden';
  const needsApproval =
    permission === 'tool' ? switchOf(server.approval, tool) : permission === 'always';
  if (!needsApproval) return 'free';
  return mode === 'interactive' ? 'with-approval' : 'hidden';
}

/** What holds for a tool of a server. */
export function switchOf<T>({ serverDefault, tools }: PerTool<T>, tool: string): T {
  return tools.get(tool) ?? serverDefault;
}
