import { readAgentFolder, type FolderProblem, type ReadFolderOptions } from '#agents/folder';
import { loadLocalEmbedder, LOCAL_MODEL } from '#agents/model';
import { extractTerms, formatMeaningText, type RankedItem } from '#engine/relevance';
import { mergeVariables } from '../folder-model.ts';
import { getEmbeddingModelName } from './context-selection-options.ts';

/**
 * Minimum cosine similarity of rules that count as equal; different rules of a folder have less
 * than 0.6.
 */
const SAME_MEANING = 0.75;

/** Share of common words at which two rules count as too similar, if their meanings cannot be compared. */
const SAME_WORDS = 0.8;

/** Maximum number of rules that are embedded, so that a check takes seconds. */
const MOST_EMBEDDED = 100;

/** Returns how similar two rules are, given their indexes. */
type Compare = (one: number, other: number) => number;

/**
 * Warns of rules that are so similar that they cannot be chosen separately: by meaning if the
 * sentence model is installed, otherwise by words. Throws `FolderError`.
 */
export async function listSimilarRules(
  path: string,
  options: ReadFolderOptions,
): Promise<FolderProblem[]> {
  const folder = readAgentFolder(path, options);
  const rules = folder.rules.filter(({ include }) => include === 'agent');
  if (rules.length < 2) return [];
  const model = getEmbeddingModelName(folder.settings, mergeVariables(folder, options));
  const isLocal = model === undefined || model === LOCAL_MODEL;
  const byMeaning =
    isLocal && rules.length <= MOST_EMBEDDED ? await createMeaningComparator(rules) : undefined;
  const [compare, least] = byMeaning
    ? [byMeaning, SAME_MEANING]
    : [createSharedWordsComparator(rules), SAME_WORDS];
  return rules.flatMap((rule, at) =>
    rules.slice(0, at).flatMap((former, index): FolderProblem[] => {
      if (compare(at, index) < least) return [];
      const message = `the rules "${former.name}" and "${rule.name}" can hardly be distinguished by a message: join them, or say in their descriptions when each of them applies`;
      return [{ severity: 'warning', file: path, line: 1, message }];
    }),
  );
}

async function createMeaningComparator(rules: readonly RankedItem[]): Promise<Compare | undefined> {
  const local = await loadLocalEmbedder();
  const vectors = await local?.embed(rules.map(formatMeaningText), new AbortController().signal);
  return (
    vectors &&
    ((one, other) => {
      const near = vectors[other] ?? new Float32Array();
      return (vectors[one] ?? near).reduce((sum, value, at) => sum + value * (near[at] ?? 0), 0);
    })
  );
}

function createSharedWordsComparator(rules: readonly RankedItem[]): Compare {
  const words = rules.map(
    ({ description = '', text = '' }) => new Set([description, text].flatMap(extractTerms)),
  );
  return (one, other) => {
    const [mine = new Set<string>(), theirs = new Set<string>()] = [words[one], words[other]];
    const all = mine.union(theirs).size;
    return all === 0 ? 0 : mine.intersection(theirs).size / all;
  };
}
