import { omitUndefined, type ContextKind, type ContextReason, type ContextSelection } from '#core';
import { readAgentFolder, type ReadFolderOptions } from '#agents/folder';
import {
  extractTerms,
  getMinimumProbability,
  rank,
  rankByMeaning,
  removeMentions,
} from '#engine/relevance';
import { createContextIndex, type IndexedItem } from './context-index.ts';
import { createContextSelectionOptions } from './context-selection-options.ts';
import { listItemsToMeasure, selectContext, type MessageSimilarity } from './select-context.ts';

/** Explains why an item was or was not chosen for a question. */
export interface ExplainedItem {
  readonly kind: ContextKind;
  readonly name: string;
  /** Why the context item was chosen. Undefined if it was not. */
  readonly reason?: ContextReason;
  /** Probability from 0 to 1 by the sentence model, otherwise the BM25F score. */
  readonly score: number;
  /** Minimum probability for the item to be chosen. Undefined if items are chosen by matching words only. */
  readonly floor?: number;
  /** Cosine similarity of the question and the item, if it was measured. */
  readonly cosine?: number;
  /** Words that the question and the item have in common. */
  readonly words: readonly string[];
}

/** The items chosen for a question, and all other candidates, best first. */
export interface ExplainedChoice extends Pick<ContextSelection, 'ranker' | 'note'> {
  readonly items: readonly ExplainedItem[];
}

/** Explains which items of a folder are chosen for a question. */
export type ChoiceExplainer = (question: string) => Promise<ExplainedChoice>;

/**
 * Reads the rules, references and skills of a folder, and explains which are chosen. Tools are not
 * included, because no server is started. Throws `FolderError`.
 */
export function openChoiceExplainer(path: string, options: ReadFolderOptions): ChoiceExplainer {
  const folder = readAgentFolder(path, options);
  const contextIndex = createContextIndex(folder, [], false);
  const { measureSimilarity } = createContextSelectionOptions(folder, options, () => undefined);
  return async (question) => {
    const toMeasure = listItemsToMeasure(contextIndex, question, undefined);
    const signal = new AbortController().signal;
    const near = (await measureSimilarity?.(question, toMeasure, signal)) ?? {};
    const { items, ranker, note } = selectContext(
      contextIndex,
      question,
      undefined,
      new Map(),
      near,
    );
    const reasons = new Map(items.map(({ kind, name, reason }) => [`${kind}:${name}`, reason]));
    const scored = scoreItems(contextIndex.index.items, toMeasure, question, near, contextIndex);
    return {
      ...omitUndefined({ ranker, note }),
      items: scored.map((one) => ({
        ...one,
        ...omitUndefined({ reason: reasons.get(`${one.kind}:${one.name}`) }),
      })),
    };
  };
}

function scoreItems(
  all: readonly IndexedItem[],
  toMeasure: readonly IndexedItem[],
  question: string,
  { meaning, similarity }: MessageSimilarity,
  { index }: Parameters<typeof listItemsToMeasure>[0],
): ExplainedItem[] {
  const asked = removeMentions(question);
  const measured = new Set(toMeasure);
  const ranked = meaning
    ? rankByMeaning(index, asked, meaning, { filter: (item) => measured.has(item) })
    : rank(index, asked, { limit: all.length });
  const scores = new Map(ranked.map(({ item, score }) => [item, score]));
  const getCosine = meaning?.cosine ?? similarity;
  return all
    .map((item): ExplainedItem => ({
      kind: item.kind,
      name: item.name,
      score: scores.get(item) ?? 0,
      ...(meaning && measured.has(item) && { floor: getMinimumProbability(item) }),
      ...omitUndefined({ cosine: getCosine?.(item) }),
      words: listWordsInCommon(asked, item),
    }))
    .toSorted((one, other) => other.score - one.score);
}

function listWordsInCommon(
  question: string,
  { name, description = '', text = '' }: IndexedItem,
): string[] {
  const terms = new Set([name, description, text].flatMap(extractTerms));
  const words = question.match(/[\p{L}\p{M}\p{N}_-]+/gu) ?? [];
  return [...new Set(words)].filter((word) => extractTerms(word).some((term) => terms.has(term)));
}
