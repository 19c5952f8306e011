import type { TurnSettings, ContextSelection, ContextItem, OmittedItem } from '#core';
import {
  type ContextOptions,
  type ChosenItem,
  type Meaning,
  listItemsToRank,
  chooseContext,
  getMinimumProbability,
  rankByMeaning,
  removeMentions,
} from '#engine/relevance';
import type { IndexedItem, ContextIndex } from './context-index.ts';

type TurnChoices = Pick<TurnSettings, 'include' | 'exclude'>;

export const RANKER = 'bm25f/1';

export interface MessageSimilarity {
  readonly similarity?: (item: IndexedItem) => number | undefined;
  readonly meaning?: Meaning<IndexedItem>;
  readonly by?: string;
  readonly note?: string;
}

export function listItemsToMeasure(
  contextIndex: ContextIndex,
  query: string,
  turn: TurnChoices | undefined,
): readonly IndexedItem[] {
  return listItemsToRank(createContextOptions(contextIndex, query, turn));
}

/** Selects the context of a message. `tools` is undefined if the model gets all tools. */
export function selectContext(
  contextIndex: ContextIndex,
  query: string,
  turn: TurnChoices | undefined,
  bodies: ReadonlyMap<string, string>,
  { similarity, meaning, by, note }: MessageSimilarity = {},
): ContextSelection {
  const chosen = chooseContext({
    ...createContextOptions(contextIndex, query, turn),
    similarity,
    meaning,
  });
  const omitted = listBestOmittedItems(contextIndex, query, turn, chosen, meaning);
  const tools = chosen.filter(({ item }) => item.kind === 'tool').map(({ item }) => item.name);
  const isPartial = contextIndex.index.items.some(
    (item) => item.kind === 'tool' && !tools.includes(item.name),
  );
  return {
    items: chosen.map((one) => toContextItem(one, bodies)),
    ...(isPartial && { tools }),
    ranker: by === undefined ? RANKER : `${RANKER}+${by}`,
    ...(omitted.length > 0 && { omitted }),
    ...(note !== undefined && { note }),
  };
}

const MOST_OMITTED = 3;

/** Lists the best items that were not chosen, so that users see which items nearly were. */
function listBestOmittedItems(
  contextIndex: ContextIndex,
  query: string,
  turn: TurnChoices | undefined,
  chosen: readonly ChosenItem<IndexedItem>[],
  meaning: Meaning<IndexedItem> | undefined,
): OmittedItem[] {
  if (!meaning) return [];
  const ranked = new Set(listItemsToMeasure(contextIndex, query, turn));
  const isChosen = new Set(chosen.map(({ item }) => item));
  const filter = (item: IndexedItem): boolean => ranked.has(item);
  return rankByMeaning(contextIndex.index, removeMentions(query), meaning, { filter })
    .filter(({ item }) => !isChosen.has(item))
    .slice(0, MOST_OMITTED)
    .map(({ item, score }) => ({
      kind: item.kind,
      name: item.name,
      score: roundScore(score),
      floor: getMinimumProbability(item),
    }));
}

function roundScore(score: number): number {
  return Math.round(score * 1000) / 1000;
}

function createContextOptions(
  { index }: ContextIndex,
  query: string,
  turn: TurnChoices | undefined,
): ContextOptions<IndexedItem> {
  return {
    query,
    items: index,
    included: turn?.include,
    excluded: turn?.exclude,
  };
}

export function listRequestedSkills(
  contextIndex: ContextIndex,
  query: string,
  turn: TurnChoices | undefined,
): readonly string[] {
  return selectContext(contextIndex, query, turn, new Map())
    .items.filter(({ kind, reason }) => kind === 'skill' && isRequestedByUser(reason))
    .map(({ name }) => name);
}

function isRequestedByUser(reason: ContextItem['reason']): boolean {
  return reason === 'session' || reason === 'mention';
}

function toContextItem(
  { item, reason, score }: ChosenItem<IndexedItem>,
  bodies: ReadonlyMap<string, string>,
): ContextItem {
  const { kind, name } = item;
  const body = kind === 'skill' && isRequestedByUser(reason) ? bodies.get(name) : undefined;
  // Items that are always included are not selected, because the system prompt contains them.
  const text = reason === 'always' ? undefined : (body ?? item.modelText);
  return {
    kind,
    name,
    reason,
    ...(reason === 'agent' && { score: roundScore(score) }),
    ...(text !== undefined && { text }),
  };
}
