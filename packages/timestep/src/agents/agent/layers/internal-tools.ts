import type { TurnSettings } from '#core';
import {
  type InternalOptions,
  listInternalServerTools,
  getInternalToolOffer,
  getToolSchema,
} from '#agents/agent-tools';
import type { AgentFolder } from '#agents/folder';
import type { Layer } from './compose-environment.ts';
import { judgeEditCall } from './own-edit.ts';
import { type OfferedTool, createInternalToolDeps, callInternalTool } from './own-tool-call.ts';

/** Adds the built-in tools with which the agent edits itself. A user approves each edit by its diff. */
export function createInternalToolsLayer(
  folder: AgentFolder,
  options: InternalOptions,
): Layer | undefined {
  if (folder.internalServers.length === 0) return undefined;
  const deps = createInternalToolDeps(folder, options);
  const placed = new Map(
    listInternalServerTools(folder.internalServers, options.calls).map((one) => [one.shown, one]),
  );
  const isFolder = options.location.entry === undefined;

  function findOfferedTool(name: string, turn: TurnSettings | undefined): OfferedTool | undefined {
    const found = placed.get(name);
    const offer = found ? getInternalToolOffer(found, folder, isFolder, turn) : 'hidden';
    return found && offer !== 'hidden' ? { found, needsApproval: offer !== 'free' } : undefined;
  }

  return (next) => ({
    async listTools(signal, turn) {
      const others = await next.listTools(signal, turn);
      const own = [...placed.values()].flatMap((one) => {
        const offer = getInternalToolOffer(one, folder, isFolder, turn);
        return offer === 'hidden' ? [] : [getToolSchema(one, offer)];
      });
      return [...others.filter((tool) => !placed.has(tool.function.name)), ...own];
    },
    async judgeCall(call, request) {
      const byRules = await next.judgeCall?.(call, request);
      const one = findOfferedTool(call.name, request.turn);
      if (!one?.found.tool.plan) return byRules;
      const isAsked =
        byRules?.verdict === 'ask' ||
        (!byRules && (one.needsApproval || request.turn?.toolPermission === 'always'));
      return isAsked ? judgeEditCall(one.found, call, request, deps) : byRules;
    },
    async callTool(call, context) {
      const one = findOfferedTool(call.name, context.turn);
      if (!one) return next.callTool(call, context);
      return callInternalTool(one, call, context, deps);
    },
    async probeTool(call, context) {
      if (placed.has(call.name)) return 'unknown';
      return next.probeTool?.(call, context) ?? 'unknown';
    },
  });
}
