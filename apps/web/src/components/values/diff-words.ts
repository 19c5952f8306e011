/** A part of two texts: in both, only in the earlier one, or only in the later one. */
export interface TextPart {
  readonly kind: 'same' | 'removed' | 'added';
  readonly text: string;
}

/** Number of words up to which two texts are compared word by word; longer ones by lines. */
const MAX_WORDS = 1200;

/** Compares two texts, word by word if they are short. */
export function diffWords(before: string, after: string): readonly TextPart[] {
  if (before === after) return before === '' ? [] : [{ kind: 'same', text: before }];
  const [old, next] = [before, after].map((text) => text.match(/\s+|[\p{L}\p{N}_]+|[^]/gu) ?? []);
  if (!old || !next) return [];
  if (old.length <= MAX_WORDS && next.length <= MAX_WORDS) return diffWordLists(old, next);
  const lines = [before, after].map((text) => text.split(/(?<=\n)/));
  return diffWordLists(lines[0]?.slice(0, MAX_WORDS) ?? [], lines[1]?.slice(0, MAX_WORDS) ?? []);
}

/** Compares two lists of words by their longest common subsequence. */
function diffWordLists(old: readonly string[], next: readonly string[]): readonly TextPart[] {
  const width = next.length + 1;
  // Length of the longest common subsequence of the rest from each pair of positions.
  const lengths = new Uint16Array((old.length + 1) * width);
  for (let i = old.length - 1; i >= 0; i -= 1) {
    for (let j = next.length - 1; j >= 0; j -= 1) {
      lengths[i * width + j] =
        old[i] === next[j]
          ? (lengths[(i + 1) * width + j + 1] ?? 0) + 1
          : Math.max(lengths[(i + 1) * width + j] ?? 0, lengths[i * width + j + 1] ?? 0);
    }
  }
  const parts: TextPart[] = [];
  let [i, j] = [0, 0];
  while (i < old.length || j < next.length) {
    const [one, other] = [old[i], next[j]];
    if (one !== undefined && one === other) {
      appendDiffPart(parts, 'same', one);
      [i, j] = [i + 1, j + 1];
      continue;
    }
    const withoutOld = lengths[(i + 1) * width + j] ?? 0;
    const withoutNext = lengths[i * width + j + 1] ?? 0;
    if (one !== undefined && (other === undefined || withoutOld >= withoutNext)) {
      appendDiffPart(parts, 'removed', one);
      i += 1;
    } else {
      appendDiffPart(parts, 'added', other ?? '');
      j += 1;
    }
  }
  return parts;
}

function appendDiffPart(parts: TextPart[], kind: TextPart['kind'], text: string): void {
  const last = parts.at(-1);
  if (last?.kind === kind) parts[parts.length - 1] = { kind, text: last.text + text };
  else parts.push({ kind, text });
}
