/** How far a growing text was cut into blocks. */
export interface BlockCut {
  /** The blocks that are complete now, each of which is Markdown by itself. */
  readonly blocks: readonly string[];
  /** What is left at the end; what comes next is written behind it. */
  readonly rest: string;
}

/** What opens or closes a block of code. */
const FENCE = /^ {0,3}(?:`{3,}|~{3,})/;

/** Characters from which on a block is cut at a line, so that no block is laid out again and again. */
const LONG = 6000;

/**
 * Cuts complete blocks from the beginning of Markdown that grows: at empty lines before text that is
 * not indented, outside of code. What is cut off is never changed by what comes later. A very long
 * block is cut at the end of a line, and code goes on as code.
 */
export function cutBlocks(text: string): BlockCut {
  const blocks: string[] = [];
  let from = 0;
  let at = 0;
  let fence: Fence | undefined;
  let isAfterEmpty = false;
  for (;;) {
    const end = text.indexOf('\n', at);
    const line = text.slice(at, end === -1 ? text.length : end);
    const begins = isAfterEmpty && fence === undefined && /^[^\s]/.test(line);
    if (begins && at > from) {
      blocks.push(text.slice(from, at));
      from = at;
    }
    if (at - from > LONG) {
      const cut = cutLong(text.slice(from, at), text.slice(at), fence);
      const more = cutBlocks(cut.rest);
      return { blocks: [...blocks, ...cut.blocks, ...more.blocks], rest: more.rest };
    }
    // The last line may still grow, and be another line then.
    if (end === -1) return { blocks, rest: text.slice(from) };
    fence = fenceAfter(fence, line);
    isAfterEmpty = line.trim() === '';
    at = end + 1;
  }
}

interface Fence {
  readonly marks: string;
  /** The line that opened the code. */
  readonly line: string;
}

function cutLong(done: string, rest: string, fence: Fence | undefined): BlockCut {
  if (!fence) return { blocks: [done], rest };
  return { blocks: [`${done}${fence.marks}\n`], rest: `${fence.line}\n${rest}` };
}

function fenceAfter(fence: Fence | undefined, line: string): Fence | undefined {
  const [opening] = FENCE.exec(line) ?? [];
  if (opening === undefined) return fence;
  const marks = opening.trimStart();
  const info = line.slice(opening.length);
  if (!fence) return marks.startsWith('`') && info.includes('`') ? undefined : { marks, line };
  return marks.startsWith(fence.marks) && info.trim() === '' ? undefined : fence;
}
