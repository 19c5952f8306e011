import type { TurnSettings, TurnItem } from '#core';
import type { PerTool } from './server-switches.ts';
import type { ToolServer } from './tool-server.ts';

/** How an agent works: in conversations with users, autonomously, or as tools of other agents. */
export type Mode = 'interactive' | 'autonomous' | 'tools';

/** Whether tool calls need a user's approval: always, never, or depending on the tool. */
export type ToolPermission = 'always' | 'never' | 'tool';

/** How a tool is offered to the model. `hidden` tools cannot be called. */
export type ToolOffer = 'hidden' | 'free' | 'with-approval';

export type SessionChoice = 'included' | 'excluded' | undefined;

export function getSessionInclusionOfTool(
  turn: TurnSettings | undefined,
  name: string,
): SessionChoice {
  const isThisTool = (item: TurnItem): boolean => item.kind === 'tool' && item.name === name;
  if (turn?.exclude.some(isThisTool)) return 'excluded';
  return turn?.include.some(isThisTool) ? 'included' : undefined;
}

/** Determines how a tool is offered. An agent without a user gets no tools that need approval. */
export function determineToolOffer(
  server: Pick<ToolServer, 'enabled' | 'include' | 'approval'>,
  tool: string,
  mode: Mode,
  permission: ToolPermission,
  choice?: SessionChoice,
): ToolOffer {
  const isLeftOut = getToolValue(server.include, tool) === 'manual' && choice !== 'included';
  if (!getToolValue(server.enabled, tool) || isLeftOut || choice === 'excluded') return 'hidden';
  const needsApproval =
    permission === 'tool' ? getToolValue(server.approval, tool) : permission === 'always';
  if (!needsApproval) return 'free';
  return mode === 'interactive' ? 'with-approval' : 'hidden';
}

export function getToolValue<T>({ serverDefault, tools }: PerTool<T>, tool: string): T {
  return tools.get(tool) ?? serverDefault;
}
