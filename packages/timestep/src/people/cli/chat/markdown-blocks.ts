export interface MarkdownSplit {
  /** Complete Markdown blocks, each of which is valid on its own. */
  readonly blocks: readonly string[];
  /** The incomplete Markdown block at the end. The next chunk of the stream is appended to it. */
  readonly rest: string;
}

const FENCE = /^ {0,3}(?:`{3,}|~{3,})/;

/** Maximum length of a block. Longer blocks are split at a line end, as layout takes time. */
const MAX_BLOCK_LENGTH = 6000;

/** Splits off the complete blocks of streamed Markdown, which later chunks never change. */
export function splitMarkdownBlocks(given: string): MarkdownSplit {
  const blocks: string[] = [];
  let text = given;
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
    if (at - from > MAX_BLOCK_LENGTH) {
      const cut = splitLongBlock(text.slice(from, at), text.slice(at), fence);
      blocks.push(...cut.blocks);
      [text, from, at, fence, isAfterEmpty] = [cut.rest, 0, 0, undefined, false];
      continue;
    }
    // A last line without a line break is left for the next call, because more of it may arrive.
    if (end === -1) return { blocks, rest: text.slice(from) };
    fence = updateFence(fence, line);
    isAfterEmpty = line.trim() === '';
    at = end + 1;
  }
}

interface Fence {
  readonly marks: string;
  readonly line: string;
}

function splitLongBlock(done: string, rest: string, fence: Fence | undefined): MarkdownSplit {
  if (!fence) return { blocks: [done], rest };
  return { blocks: [`${done}${fence.marks}\n`], rest: `${fence.line}\n${rest}` };
}

function updateFence(fence: Fence | undefined, line: string): Fence | undefined {
  const [opening] = FENCE.exec(line) ?? [];
  if (opening === undefined) return fence;
  const marks = opening.trimStart();
  const info = line.slice(opening.length);
  if (!fence) return marks.startsWith('`') && info.includes('`') ? undefined : { marks, line };
  return marks.startsWith(fence.marks) && info.trim() === '' ? undefined : fence;
}
