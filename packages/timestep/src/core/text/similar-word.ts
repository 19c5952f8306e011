const MAX_DISTANCE = 2;

/** Returns the word most similar to the given one, or undefined if none is similar. */
export function findSimilarWord(given: string, words: readonly string[]): string | undefined {
  const longer = words.find((word) => given.length > 1 && word.startsWith(given));
  if (longer !== undefined) return longer;
  let best: string | undefined;
  let least = Math.min(MAX_DISTANCE, Math.floor(given.length / 2)) + 1;
  for (const word of words) {
    const distance = computeEditDistance(given.slice(0, 40), word);
    if (distance < least) [best, least] = [word, distance];
  }
  return best;
}

function computeEditDistance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (const [at, letter] of one.split('').entries()) {
    const next = [at + 1];
    for (const [place, wanted] of other.split('').entries()) {
      const replacing = (row[place] ?? 0) + (letter === wanted ? 0 : 1);
      const shorter = Math.min(row[place + 1] ?? 0, next[place] ?? 0) + 1;
      next.push(Math.min(replacing, shorter));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
