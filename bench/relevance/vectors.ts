import { EmbedderError, getSharedEmbedder } from '@timestep-ai/embedder';
import { formatMeaningText, SMALL_TALK, type Meaning } from '@timestep-ai/timestep/relevance';
import type { Cost } from './measure.ts';
import type { QuestionSet, Tool } from './question-set.ts';

/** Vectors of the sentence model for all tools and questions of the sets. */
export interface Vectors {
  readonly compare: (question: string) => Meaning<Tool>;
  /** Mean cost of the vector of one question of a set. */
  readonly costOf: ReadonlyMap<QuestionSet, Cost>;
}

/** Embeds the sets, which takes minutes. Returns why not if the model is not built. */
export async function embedSets(
  sets: readonly QuestionSet[],
  smallTalk: readonly string[],
  progress: (text: string) => void,
): Promise<Vectors | string> {
  try {
    const embedder = getSharedEmbedder();
    const known = new Map<string, Float32Array>();
    const add = async (texts: readonly string[]): Promise<void> => {
      const missing = [...new Set(texts)].filter((text) => !known.has(text));
      const vectors = await embedder.embed(missing);
      for (const [at, text] of missing.entries())
        known.set(text, vectors[at] ?? new Float32Array());
    };
    await add([...SMALL_TALK, ...smallTalk]);
    const smallTalkVectors = SMALL_TALK.map((text) => known.get(text) ?? new Float32Array());
    const tools = new Map<Tool, Float32Array>();
    const costOf = new Map<QuestionSet, Cost>();
    for (const set of sets) {
      progress(`vectors of ${set.name}`);
      await add(set.tools.map(formatMeaningText));
      for (const tool of set.tools)
        tools.set(tool, known.get(formatMeaningText(tool)) ?? new Float32Array());
      const begun = performance.now();
      const before = process.cpuUsage();
      const count = known.size;
      await add(set.questions.map(({ text }) => text));
      const made = Math.max(1, known.size - count);
      const { user, system } = process.cpuUsage(before);
      costOf.set(set, {
        ms: (performance.now() - begun) / made,
        cpuUs: (user + system) / made,
      });
    }
    const compare = (question: string): Meaning<Tool> => {
      const asked = known.get(question) ?? new Float32Array();
      return {
        cosine: (tool) => multiply(asked, tools.get(tool)),
        smallTalk: Math.max(...smallTalkVectors.map((vector) => multiply(asked, vector))),
      };
    };
    return { compare, costOf };
  } catch (thrown) {
    if (thrown instanceof EmbedderError) return thrown.message;
    throw thrown;
  }
}

function multiply(one: Float32Array, other: Float32Array = new Float32Array()): number {
  let sum = 0;
  for (let at = 0; at < one.length; at += 1) sum += (one[at] ?? 0) * (other[at] ?? 0);
  return sum;
}
