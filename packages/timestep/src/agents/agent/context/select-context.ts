import type {
  ContextItem,
  ContextSelection,
  ToolSchema,
  TurnSettings,
} from '../../../core/index.ts';
import {
  chooseContext,
  createIndex,
  listItemsToRank,
  extractSchemaText,
  shouldDeferTools,
  type ChosenItem,
  type ContextCandidate,
  type ContextOptions,
  type RelevanceIndex,
} from '../../../engine/relevance/index.ts';
import { type AgentFolder, sortNotes, type Include, type Note } from '../../folder/index.ts';

/** Name and version of the ranking, which uses words and no model. */
export const RANKER = 'bm25f/1';

export interface ListedTool {
  readonly schema: ToolSchema;
  readonly include: Include;
  /** An include mode that the author set applies even if tools are deferred. */
  readonly isWritten: boolean;
}

export interface ContextIndex {
  readonly index: RelevanceIndex<IndexedItem>;
  /** Whether the model searches for tools, because they are too many to send with every call. */
  readonly defersTools: boolean;
  readonly always: readonly string[];
}

export interface IndexedItem extends ContextCandidate {
  /** Text for the model if the item is chosen for a message. */
  readonly modelText?: string;
}

/** `window` is the model's context window in tokens. */
export function shouldDeferAgentTools(tools: readonly ToolSchema[], window: number): boolean {
  return shouldDeferTools(
    tools.reduce((sum, tool) => sum + countCharacters(tool), 0),
    window,
  );
}

export function createContextIndex(
  folder: Pick<AgentFolder, 'rules' | 'references' | 'skills'>,
  tools: readonly ListedTool[],
  defersTools: boolean,
): ContextIndex {
  const notesToItems = (kind: 'rule' | 'reference', all: readonly Note[]): IndexedItem[] =>
    sortNotes(all).map(({ name, description, include, text }) => ({
      kind,
      name,
      ...(description !== undefined && { description }),
      include,
      text,
      modelText: text,
    }));
  const skills = folder.skills.map(({ name, description }): IndexedItem => ({
    kind: 'skill',
    name,
    description,
    include: 'agent',
    modelText: `${description}\nCall load_skill to read it.`,
  }));
  const offered = tools.map(({ schema, include, isWritten }): IndexedItem => ({
    kind: 'tool',
    name: schema.function.name,
    ...(schema.function.description !== undefined && { description: schema.function.description }),
    text: extractSchemaText(schema.function.parameters),
    include: defersTools && include === 'always' && !isWritten ? 'agent' : include,
  }));
  return {
    index: createIndex([
      ...notesToItems('rule', folder.rules),
      ...notesToItems('reference', folder.references),
      ...skills,
      ...offered,
    ]),
    defersTools,
    always: offered.filter(({ include }) => include === 'always').map(({ name }) => name),
  };
}

export interface MessageSimilarity {
  readonly similarity?: (item: IndexedItem) => number | undefined;
  readonly by?: string;
  readonly note?: string;
}

export function listItemsToMeasure(
  contextIndex: ContextIndex,
  query: string,
  turn: Pick<TurnSettings, 'include' | 'exclude'> | undefined,
): readonly IndexedItem[] {
  return listItemsToRank(createContextOptions(contextIndex, query, turn));
}

/** Sets `tools` in the result only if the model does not get all tools. */
export function selectContext(
  contextIndex: ContextIndex,
  query: string,
  turn: Pick<TurnSettings, 'include' | 'exclude'> | undefined,
  bodies: ReadonlyMap<string, string>,
  { similarity, by, note }: MessageSimilarity = {},
): ContextSelection {
  const chosen = chooseContext({ ...createContextOptions(contextIndex, query, turn), similarity });
  const tools = chosen.filter(({ item }) => item.kind === 'tool').map(({ item }) => item.name);
  const isPartial = contextIndex.index.items.some(
    (item) => item.kind === 'tool' && !tools.includes(item.name),
  );
  return {
    items: chosen.map((one) => toContextItem(one, bodies)),
    ...(isPartial && { tools }),
    ranker: by === undefined ? RANKER : `${RANKER}+${by}`,
    ...(note !== undefined && { note }),
  };
}

function createContextOptions(
  { index }: ContextIndex,
  query: string,
  turn: Pick<TurnSettings, 'include' | 'exclude'> | undefined,
): ContextOptions<IndexedItem> {
  return {
    query,
    items: index,
    included: turn?.include.map(({ kind, name }) => ({ kind, name })),
    excluded: turn?.exclude.map(({ kind, name }) => ({ kind, name })),
  };
}

export function listRequestedSkills(
  contextIndex: ContextIndex,
  query: string,
  turn: Pick<TurnSettings, 'include' | 'exclude'> | undefined,
): readonly string[] {
  return selectContext(contextIndex, query, turn, new Map())
    .items.filter(({ kind, reason }) => kind === 'skill' && isRequested(reason))
    .map(({ name }) => name);
}

function isRequested(reason: ContextItem['reason']): boolean {
  return reason === 'session' || reason === 'mention';
}

function toContextItem(
  { item, reason, score }: ChosenItem<IndexedItem>,
  bodies: ReadonlyMap<string, string>,
): ContextItem {
  const { kind, name } = item;
  const body = kind === 'skill' && isRequested(reason) ? bodies.get(name) : undefined;
  // Items that are always included are part of the system prompt already.
  const text = reason === 'always' ? undefined : (body ?? item.modelText);
  return {
    kind,
    name,
    reason,
    ...(reason === 'agent' && { score: Math.round(score * 1000) / 1000 }),
    ...(text !== undefined && { text }),
  };
}

function countCharacters({ function: { name, description = '', parameters } }: ToolSchema): number {
  return name.length + description.length + JSON.stringify(parameters).length;
}
