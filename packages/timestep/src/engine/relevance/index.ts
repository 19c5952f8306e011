export {
  chooseContext,
  getMinimumProbability,
  listItemsToRank,
  type ChosenItem,
  type ContextCandidate,
  type ContextOptions,
} from './choose-context.ts';
export { parseMentions, removeMentions, type ContextKey } from './mentions.ts';
export { SMALL_TALK } from './small-talk.ts';
export { rankByMeaning, type MeaningOptions } from './rank-by-meaning.ts';
export { formatMeaningText, type Meaning } from './meaning.ts';
export { fuseByRank, type Fused } from './fuse-by-rank.ts';
export { rank, type Ranked, type RankOptions } from './rank.ts';
export { createIndex, type RankedItem, type RelevanceIndex } from './relevance-index.ts';
export { extractSchemaText } from './schema-text.ts';
export { shouldDeferTools } from './should-defer.ts';
export { extractTerms } from './terms.ts';
