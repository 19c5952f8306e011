import {
  getText,
  type JsonObject,
  type ToolSchema,
  type TurnSettings,
} from '../../../core/index.ts';
import type { ContextRequest, ToolInvocation, ToolResult } from '../../../engine/port/index.ts';
import { rank } from '../../../engine/relevance/index.ts';
import type { AgentFolder, Include } from '../../folder/index.ts';
import type { Layer } from '../layers/compose-environment.ts';
import type { MeasureSimilarity } from './message-similarity.ts';
import {
  shouldDeferAgentTools,
  listItemsToMeasure,
  selectContext,
  createContextIndex,
  listRequestedSkills,
  type ContextIndex,
  type ListedTool,
} from './select-context.ts';

export interface ContextSelectionOptions {
  /** In tokens. */
  readonly getContextWindow: (turn?: TurnSettings) => Promise<number>;
  /** Undefined if only words count. */
  readonly measureSimilarity?: MeasureSimilarity;
  /** Takes the listed name. */
  readonly getIncludeMode: (tool: string) => {
    readonly include: Include;
    readonly isWritten: boolean;
  };
  /** Undefined if the skill has no such file. */
  readonly readSkill: (name: string, file?: string) => Promise<string | undefined>;
}

const MOST_FOUND = 8;

const SEARCH_TOOLS = createToolSchema(
  'search_tools',
  'Finds more of your tools by what they do. Call it when none of the tools that you see fits; the tools that it finds can be called afterwards.',
  { query: { type: 'string', description: 'What the tool is to do, in a few words' } },
);

const LOAD_SKILL = createToolSchema(
  'load_skill',
  'Reads a skill: instructions for a kind of work. Read the skill before you begin with such work.',
  {
    name: { type: 'string', description: 'The name of the skill' },
    file: { type: 'string', description: 'A file of the skill, relative to it. Default: SKILL.md' },
  },
  ['name'],
);

/** Gives each message only the rules, references, skills and tools that it needs. */
export function selectContextPerMessage(
  folder: AgentFolder,
  { getContextWindow, measureSimilarity, getIncludeMode, readSkill }: ContextSelectionOptions,
): Layer {
  /** By whether tools are deferred, which depends on the session's model. */
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
  ): Promise<ToolResult> {
    const contextIndex = await getContextIndex(tools, turn);
    const found = rank(contextIndex.index, typeof query === 'string' ? query : '', {
      limit: MOST_FOUND,
      filter: ({ kind }) => kind === 'tool',
    }).map(({ item }) => item);
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
        return searchTools(await next.listTools(context.signal), call.arguments, context.turn);
      }
      if (call.name === LOAD_SKILL.function.name) {
        return loadSkillByName(call.arguments, folder, readSkill);
      }
      return next.callTool(call, context);
    },
  });
}

async function loadSkillByName(
  { name, file }: JsonObject,
  { skills }: AgentFolder,
  readSkill: ContextSelectionOptions['readSkill'],
): Promise<ToolResult> {
  const names = skills.map((skill) => skill.name);
  if (typeof name !== 'string' || !names.includes(name)) {
    return { content: `unknown skill; available: ${names.join(', ')}`, isError: true };
  }
  const text = await readSkill(name, typeof file === 'string' ? file : undefined);
  if (text !== undefined) return { content: text };
  return { content: `the skill ${name} has no such file`, isError: true };
}

async function readSkillBodies(
  names: readonly string[],
  readSkill: ContextSelectionOptions['readSkill'],
): Promise<ReadonlyMap<string, string>> {
  const bodies = await Promise.all(
    names.map(async (name) => [name, await readSkill(name)] as const),
  );
  return new Map(
    bodies.flatMap(([name, body]) => (body === undefined ? [] : [[name, body] as const])),
  );
}

function createToolSchema(
  name: string,
  description: string,
  properties: JsonObject,
  required: readonly string[] = Object.keys(properties),
): ToolSchema {
  const parameters = { type: 'object', properties, required: [...required] };
  return { type: 'function', replay: 'safe', function: { name, description, parameters } };
}
