/** How far a growing text was cut into blocks. */
export interface BlockCut {
  /** The blocks that are complete now, each of which is Markdown by itself. */
  readonly blocks: readonly string[];
  /** What is left at the end, where the next line may still belong to it. */
  readonly rest: string;
}

/** What opens or closes a block of code. */
const FENCE = /^ {0,3}(?:`{3,}|~{3,})/;

/**
 * Cuts complete blocks from the beginning of Markdown that grows: at empty lines before text that is
 * not indented, outside of code. What is cut off is never changed by what comes later.
 */
export function cutBlocks(text: string): BlockCut {
  const blocks: string[] = [];
  let from = 0;
  let at = 0;
  let fence: string | undefined;
  let isAfterEmpty = false;
  for (;;) {
    const end = text.indexOf('\n', at);
    const line = text.slice(at, end === -1 ? text.length : end);
    const isEmpty = line.trim() === '';
    const begins = isAfterEmpty && fence === undefined && /^[^\s]/.test(line);
    if (begins && at > from) {
      blocks.push(text.slice(from, at));
      from = at;
    }
    // The last line may still grow, and be another line then.
    if (end === -1) return { blocks, rest: text.slice(from) };
    fence = fenceAfter(fence, line);
    isAfterEmpty = isEmpty;
    at = end + 1;
  }
}

function fenceAfter(fence: string | undefined, line: string): string | undefined {
  const [opening] = FENCE.exec(line) ?? [];
  if (opening === undefined) return fence;
  const marks = opening.trimStart();
  const info = line.slice(opening.length);
  if (fence === undefined) return marks.startsWith('`') && info.includes('`') ? undefined : marks;
  const isEnd = marks.startsWith(fence) && info.trim() === '';
  return isEnd ? undefined : fence;
}
