export {
  chooseContext,
  type ChosenItem,
  type ContextItem,
  type ContextOptions,
  type ContextReason,
} from './choose-context.ts';
export { mentionsIn, type ContextKey, type ContextKind } from './mentions.ts';
export { rank, type Ranked, type RankOptions } from './rank.ts';
export { createIndex, type RankedItem, type RelevanceIndex } from './relevance-index.ts';
export { schemaText } from './schema-text.ts';
export { shouldDefer } from './should-defer.ts';
export { termsOf } from './terms.ts';
