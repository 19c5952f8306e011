/** A fenced block of a page. */
export interface FencedBlock {
  /** The text behind the fence, such as `ts` or `sh`; empty where there is none. */
  readonly language: string;
  readonly text: string;
  /** The file that the line above the block names, as "`desk.ts`:". */
  readonly file?: string;
  readonly line: number;
}

const BLOCK = /^(?:`([\w./-]+)`:\n\n)?```(\w*)\n((?:(?!```).*\n)*)```$/gm;

/** The fenced blocks of a page, in order. */
export function blocksOf(page: string): FencedBlock[] {
  return [...page.matchAll(BLOCK)].map(({ index, 1: file, 2: language = '', 3: text = '' }) => ({
    language,
    text,
    ...(file !== undefined && { file }),
    line: page.slice(0, index).split('\n').length,
  }));
}

/** The rows of the first table below a heading, as cells, without the row of titles. */
export function rowsBelow(page: string, heading: string): string[][] {
  const lines = page.split('\n');
  const at = lines.indexOf(heading);
  const first = lines.findIndex((line, index) => at !== -1 && index > at && line.startsWith('|'));
  if (first === -1) return [];
  const rest = lines.slice(first);
  const end = rest.findIndex((line) => !line.startsWith('|'));
  return rest.slice(2, end === -1 ? undefined : end).map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
}
