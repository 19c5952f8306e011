import type { ContextItem, ContextSelection, ToolSchema, TurnSettings } from '../core/index.ts';
import {
  chooseContext,
  createIndex,
  itemsToRank,
  schemaText,
  shouldDefer,
  type ChosenItem,
  type ContextCandidate,
  type ContextOptions,
  type RelevanceIndex,
} from '../relevance/index.ts';
import type { AgentFolder } from './agent-folder.ts';
import { inOrder, type Include, type Note } from './note.ts';

/** Ranks by words, without a model: the room `relevance`, and the version of its weights. */
export const RANKER = 'bm25f/1';

/** A tool as the environment of a folder lists it. */
export interface ListedTool {
  readonly schema: ToolSchema;
  readonly include: Include;
  /** True where the author wrote the include mode, which then holds also where tools are deferred. */
  readonly isWritten: boolean;
}

/** Everything of an agent that a message may need, ready to be searched. */
export interface ContextShelf {
  readonly index: RelevanceIndex<ShelfItem>;
  /** True where the tools are too many for every call of the model, so that it searches for them. */
  readonly defersTools: boolean;
  /** Tools that are shown with every call. */
  readonly always: readonly string[];
}

/** Something that a message may need. */
export interface ShelfItem extends ContextCandidate {
  /** What the model reads where the item is chosen for a message. */
  readonly told?: string;
}

/** Whether tools are too many for every call of a model; its `window` is in tokens. */
export function defers(tools: readonly ToolSchema[], window: number): boolean {
  return shouldDefer(
    tools.reduce((sum, tool) => sum + sizeOf(tool), 0),
    window,
  );
}

/** Puts the rules, references, skills and tools of an agent on a shelf. */
export function shelve(
  folder: Pick<AgentFolder, 'rules' | 'references' | 'skills'>,
  tools: readonly ListedTool[],
  defersTools: boolean,
): ContextShelf {
  const notes = (kind: 'rule' | 'reference', all: readonly Note[]): ShelfItem[] =>
    inOrder(all).map(({ name, description, include, text }) => ({
      kind,
      name,
      ...(description !== undefined && { description }),
      include,
      text,
      told: text,
    }));
  const skills = folder.skills.map(({ name, description }): ShelfItem => ({
    kind: 'skill',
    name,
    description,
    include: 'agent',
    told: `${description}\nCall load_skill to read it.`,
  }));
  const offered = tools.map(({ schema, include, isWritten }): ShelfItem => ({
    kind: 'tool',
    name: schema.function.name,
    ...(schema.function.description !== undefined && { description: schema.function.description }),
    text: schemaText(schema.function.parameters),
    include: defersTools && include === 'always' && !isWritten ? 'agent' : include,
  }));
  return {
    index: createIndex([
      ...notes('rule', folder.rules),
      ...notes('reference', folder.references),
      ...skills,
      ...offered,
    ]),
    defersTools,
    always: offered.filter(({ include }) => include === 'always').map(({ name }) => name),
  };
}

/** How near items are to a message, beside the words that they share. */
export interface Nearness {
  readonly likeness?: (item: ShelfItem) => number | undefined;
  /** What measured it. */
  readonly by?: string;
  /** Why it is not known, where it should be. */
  readonly note?: string;
}

/** The items that the most relevant of are chosen for a message. */
export function itemsToMeasure(
  shelf: ContextShelf,
  query: string,
  turn: Pick<TurnSettings, 'include' | 'exclude'> | undefined,
): readonly ShelfItem[] {
  return itemsToRank(optionsFor(shelf, query, turn));
}

/**
 * Chooses for a message. `bodies` has the texts of skills that the message or the session asks for by
 * name. Tools are named only where the model does not see all of them.
 */
export function selectContext(
  shelf: ContextShelf,
  query: string,
  turn: Pick<TurnSettings, 'include' | 'exclude'> | undefined,
  bodies: ReadonlyMap<string, string>,
  { likeness, by, note }: Nearness = {},
): ContextSelection {
  const chosen = chooseContext({ ...optionsFor(shelf, query, turn), likeness });
  const tools = chosen.filter(({ item }) => item.kind === 'tool').map(({ item }) => item.name);
  const isPartial = shelf.index.items.some(
    (item) => item.kind === 'tool' && !tools.includes(item.name),
  );
  return {
    items: chosen.map((one) => contextItem(one, bodies)),
    ...(isPartial && { tools }),
    ranker: by === undefined ? RANKER : `${RANKER}+${by}`,
    ...(note !== undefined && { note }),
  };
}

function optionsFor(
  { index }: ContextShelf,
  query: string,
  turn: Pick<TurnSettings, 'include' | 'exclude'> | undefined,
): ContextOptions<ShelfItem> {
  return {
    query,
    items: index,
    included: turn?.include.map(({ kind, name }) => ({ kind, name })),
    excluded: turn?.exclude.map(({ kind, name }) => ({ kind, name })),
  };
}

/** The skills whose whole text a message or the session asks for. */
export function skillsAskedFor(
  shelf: ContextShelf,
  query: string,
  turn: Pick<TurnSettings, 'include' | 'exclude'> | undefined,
): readonly string[] {
  return selectContext(shelf, query, turn, new Map())
    .items.filter(({ kind, reason }) => kind === 'skill' && isAsked(reason))
    .map(({ name }) => name);
}

function isAsked(reason: ContextItem['reason']): boolean {
  return reason === 'session' || reason === 'mention';
}

function contextItem(
  { item, reason, score }: ChosenItem<ShelfItem>,
  bodies: ReadonlyMap<string, string>,
): ContextItem {
  const { kind, name } = item;
  const body = kind === 'skill' && isAsked(reason) ? bodies.get(name) : undefined;
  // What is always included stands in the system prompt.
  const text = reason === 'always' ? undefined : (body ?? item.told);
  return {
    kind,
    name,
    reason,
    ...(reason === 'agent' && { score: Math.round(score * 1000) / 1000 }),
    ...(text !== undefined && { text }),
  };
}

function sizeOf({ function: { name, description = '', parameters } }: ToolSchema): number {
  return name.length + description.length + JSON.stringify(parameters).length;
}
