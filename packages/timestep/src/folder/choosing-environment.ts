import { textOf, type JsonObject, type ToolSchema, type TurnSettings } from '../core/index.ts';
import type { ContextRequest, ToolContext, ToolInvocation, ToolResult } from '../port/index.ts';
import { rank } from '../relevance/index.ts';
import type { AgentFolder } from './agent-folder.ts';
import type { FolderEnvironment } from './folder-environment.ts';
import type { MeasureNearness } from './nearness.ts';
import type { Include } from './note.ts';
import {
  defers,
  itemsToMeasure,
  selectContext,
  shelve,
  skillsAskedFor,
  type ContextShelf,
  type ListedTool,
} from './select-context.ts';

/** How an agent's environment chooses what the model is to know. */
export interface ChoosingOptions {
  /** The context window of the model that answers in a turn, in tokens. */
  readonly window: (turn?: TurnSettings) => Promise<number>;
  /** Measures by more than words; absent where words alone count. */
  readonly nearness?: MeasureNearness;
  /** The include mode of a tool by its name in lists, and whether its author wrote it. */
  readonly includeOf: (tool: string) => { readonly include: Include; readonly isWritten: boolean };
  /** The text of a skill, or of a file beside it; `undefined` where there is none. */
  readonly readSkill: (name: string, file?: string) => Promise<string | undefined>;
}

/** How many tools one search shows. */
const MOST_FOUND = 8;

const SEARCH_TOOLS = schemaOf(
  'search_tools',
  'Finds more of your tools by what they do. Call it when none of the tools that you see fits; the tools that it finds can be called afterwards.',
  { query: { type: 'string', description: 'What the tool is to do, in a few words' } },
);

const LOAD_SKILL = schemaOf(
  'load_skill',
  'Reads a skill: instructions for a kind of work. Read the skill before you begin with such work.',
  {
    name: { type: 'string', description: 'The name of the skill' },
    file: { type: 'string', description: 'A file of the skill, relative to it. Default: SKILL.md' },
  },
  ['name'],
);

/**
 * The environment of a folder, which chooses for each message the rules, references, skills and tools
 * that the message needs. Its model reads skills with `load_skill`, and finds tools that it does not see
 * with `search_tools`; neither is there where it has no use.
 */
export function choosing(
  environment: FolderEnvironment,
  folder: AgentFolder,
  { window, nearness, includeOf, readSkill }: ChoosingOptions,
): FolderEnvironment {
  /** By whether tools are deferred: models of two sessions may differ in that. */
  const known = new Map<boolean, { readonly key: string; readonly shelf: ContextShelf }>();

  async function shelfOf(
    tools: readonly ToolSchema[],
    turn: TurnSettings | undefined,
  ): Promise<ContextShelf> {
    const defersTools = defers(tools, await window(turn));
    const key = tools.map(({ function: { name, description } }) => `${name} ${description}`).join();
    const kept = known.get(defersTools);
    if (kept?.key === key) return kept.shelf;
    const listed = tools.map((schema): ListedTool => ({
      schema,
      ...includeOf(schema.function.name),
    }));
    const shelf = shelve(folder, listed, defersTools);
    known.set(defersTools, { key, shelf });
    return shelf;
  }

  const ownTools = (shelf: ContextShelf): readonly ToolSchema[] => [
    ...(shelf.defersTools ? [SEARCH_TOOLS] : []),
    ...(folder.skills.length > 0 ? [LOAD_SKILL] : []),
  ];

  async function search({ query }: JsonObject, { signal, turn }: ToolContext): Promise<ToolResult> {
    const shelf = await shelfOf(await environment.listTools(signal), turn);
    const found = rank(shelf.index, typeof query === 'string' ? query : '', {
      limit: MOST_FOUND,
      filter: ({ kind }) => kind === 'tool',
    }).map(({ item }) => item);
    if (found.length === 0) return { content: 'No tool fits. Try other words.' };
    const lines = found.map(({ name, description = '' }) => `- ${name}: ${description}`);
    return { content: lines.join('\n'), offers: found.map(({ name }) => name) };
  }

  async function load({ name, file }: JsonObject): Promise<ToolResult> {
    const names = folder.skills.map((skill) => skill.name);
    if (typeof name !== 'string' || !names.includes(name)) {
      return { content: `there is no such skill; there are: ${names.join(', ')}`, isError: true };
    }
    const text = await readSkill(name, typeof file === 'string' ? file : undefined);
    if (text !== undefined) return { content: text };
    return { content: `the skill ${name} has no such file`, isError: true };
  }

  return {
    ...environment,
    async listTools(signal, turn) {
      const tools = await environment.listTools(signal, turn);
      return [...ownTools(await shelfOf(tools, turn)), ...tools];
    },
    async selectContext({ messages, turn, signal }: ContextRequest) {
      const asked = messages.findLast(({ role }) => role === 'user');
      const query = asked ? textOf(asked) : '';
      const shelf = await shelfOf(await environment.listTools(signal, turn), turn);
      const bodies = await bodiesOf(skillsAskedFor(shelf, query, turn), readSkill);
      const near = await nearness?.(query, itemsToMeasure(shelf, query, turn), signal);
      const chosen = selectContext(shelf, query, turn, bodies, near);
      if (!chosen.tools) return chosen;
      const own = ownTools(shelf).map((tool) => tool.function.name);
      return { ...chosen, tools: [...own, ...chosen.tools] };
    },
    async callTool(call: ToolInvocation, context) {
      if (call.name === SEARCH_TOOLS.function.name) return search(call.arguments, context);
      if (call.name === LOAD_SKILL.function.name) return load(call.arguments);
      return environment.callTool(call, context);
    },
  };
}

async function bodiesOf(
  names: readonly string[],
  readSkill: ChoosingOptions['readSkill'],
): Promise<ReadonlyMap<string, string>> {
  const bodies = await Promise.all(
    names.map(async (name) => [name, await readSkill(name)] as const),
  );
  return new Map(
    bodies.flatMap(([name, body]) => (body === undefined ? [] : [[name, body] as const])),
  );
}

function schemaOf(
  name: string,
  description: string,
  properties: JsonObject,
  required: readonly string[] = Object.keys(properties),
): ToolSchema {
  const parameters = { type: 'object', properties, required: [...required] };
  return { type: 'function', replay: 'safe', function: { name, description, parameters } };
}
