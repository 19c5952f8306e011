export {
  chooseContext,
  itemsToRank,
  type ChosenItem,
  type ContextCandidate,
  type ContextOptions,
} from './choose-context.ts';
export { mentionsIn, withoutMentions, type ContextKey } from './mentions.ts';
export { fuseByRank, type Fused } from './fuse-by-rank.ts';
export { rank, type Ranked, type RankOptions } from './rank.ts';
export { createIndex, type RankedItem, type RelevanceIndex } from './relevance-index.ts';
export { schemaText } from './schema-text.ts';
export { shouldDefer } from './should-defer.ts';
export { termsOf } from './terms.ts';
