import { type TurnSettings, type ToolSchema, type JsonObject, getText } from '#core';
import type { ToolResult, ContextRequest, ToolInvocation } from '#engine/port';
import { rank, rankByMeaning, type Ranked } from '#engine/relevance';
import type { Include, AgentFolder } from '#agents/folder';
import type { Layer } from '../layers/compose-environment.ts';
import {
  type ContextIndex,
  type IndexedItem,
  type ListedTool,
  shouldDeferAgentTools,
  createContextIndex,
} from './context-index.ts';
import { type ReadSkill, SEARCH_TOOLS, LOAD_SKILL, loadSkillByName } from './context-tools.ts';
import type { MeasureSimilarity } from './message-similarity.ts';
import {
  listRequestedSkills,
  listItemsToMeasure,
  selectContext,
  type MessageSimilarity,
} from './select-context.ts';

export interface ContextSelectionOptions {
  readonly getContextWindow: (turn?: TurnSettings) => Promise<number>;
  readonly measureSimilarity?: MeasureSimilarity;
  readonly getIncludeMode: (tool: string) => {
    readonly include: Include;
    readonly isWritten: boolean;
  };
  readonly readSkill: ReadSkill;
}

const MOST_FOUND = 8;

/**
 * Minimum probability of a tool found by the search tool: low, because the model asked for tools.
 */
const FOUND_FLOOR = 0.005;

/** Gives each message only the rules, references, skills and tools that are relevant to it. */
export function selectContextPerMessage(
  folder: AgentFolder,
  { getContextWindow, measureSimilarity, getIncludeMode, readSkill }: ContextSelectionOptions,
): Layer {
  /** Indexes with and without deferred tools. Which one is used depends on the model's context window. */
  const known = new Map<boolean, { readonly key: string; readonly contextIndex: ContextIndex }>();

  async function getContextIndex(
    tools: readonly ToolSchema[],
    turn: TurnSettings | undefined,
  ): Promise<ContextIndex> {
    const defersTools = shouldDeferAgentTools(tools, await getContextWindow(turn));
    const key = tools.map(({ function: { name, description } }) => `${name} ${description}`).join();
    const kept = known.get(defersTools);
    if (kept?.key === key) return kept.contextIndex;
    const listed = tools.map((schema): ListedTool => ({
      schema,
      ...getIncludeMode(schema.function.name),
    }));
    const contextIndex = createContextIndex(folder, listed, defersTools);
    known.set(defersTools, { key, contextIndex });
    return contextIndex;
  }

  const listOwnTools = (contextIndex: ContextIndex): readonly ToolSchema[] => [
    ...(contextIndex.defersTools ? [SEARCH_TOOLS] : []),
    ...(folder.skills.length > 0 ? [LOAD_SKILL] : []),
  ];

  async function searchTools(
    tools: readonly ToolSchema[],
    { query }: JsonObject,
    turn: TurnSettings | undefined,
    signal: AbortSignal,
  ): Promise<ToolResult> {
    const contextIndex = await getContextIndex(tools, turn);
    const asked = typeof query === 'string' ? query : '';
    const near = (await measureSimilarity?.(asked, listTools(contextIndex), signal)) ?? {};
    const ranked = rankTools(contextIndex, asked, near);
    const found = ranked.map(({ item }) => item);
    if (found.length === 0) return { content: 'No matching tool. Try other words.' };
    const lines = found.map(({ name, description = '' }) => `- ${name}: ${description}`);
    return { content: lines.join('\n'), offers: found.map(({ name }) => name) };
  }

  return (next) => ({
    async listTools(signal, turn) {
      const tools = await next.listTools(signal, turn);
      return [...listOwnTools(await getContextIndex(tools, turn)), ...tools];
    },
    async selectContext({ messages, turn, signal }: ContextRequest) {
      const asked = messages.findLast(({ role }) => role === 'user');
      const query = asked ? getText(asked) : '';
      const contextIndex = await getContextIndex(await next.listTools(signal, turn), turn);
      const bodies = await readSkillBodies(
        listRequestedSkills(contextIndex, query, turn),
        readSkill,
      );
      const near = await measureSimilarity?.(
        query,
        listItemsToMeasure(contextIndex, query, turn),
        signal,
      );
      const chosen = selectContext(contextIndex, query, turn, bodies, near);
      if (!chosen.tools) return chosen;
      const own = listOwnTools(contextIndex).map((tool) => tool.function.name);
      return { ...chosen, tools: [...own, ...chosen.tools] };
    },
    async callTool(call: ToolInvocation, context) {
      if (call.name === SEARCH_TOOLS.function.name) {
        const { signal, turn } = context;
        return searchTools(await next.listTools(signal), call.arguments, turn, signal);
      }
      if (call.name === LOAD_SKILL.function.name) {
        return loadSkillByName(call.arguments, folder, readSkill);
      }
      return next.callTool(call, context);
    },
  });
}

function listTools({ index }: ContextIndex): readonly IndexedItem[] {
  return index.items.filter(({ kind }) => kind === 'tool');
}

/** Ranks tools for a search by probability if it is known, otherwise by matching words. */
function rankTools(
  { index }: ContextIndex,
  asked: string,
  { meaning }: MessageSimilarity,
): readonly Ranked<IndexedItem>[] {
  const filter = ({ kind }: IndexedItem): boolean => kind === 'tool';
  if (!meaning) return rank(index, asked, { limit: MOST_FOUND, filter });
  const floor = (): number => FOUND_FLOOR;
  return rankByMeaning(index, asked, meaning, { limit: MOST_FOUND, filter, floor });
}

async function readSkillBodies(
  names: readonly string[],
  readSkill: ReadSkill,
): Promise<ReadonlyMap<string, string>> {
  const bodies = await Promise.all(
    names.map(async (name) => [name, await readSkill(name)] as const),
  );
  return new Map(
    bodies.flatMap(([name, body]) => (body === undefined ? [] : [[name, body] as const])),
  );
}
