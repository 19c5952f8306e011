/** A fenced code block of a page. */
export interface FencedBlock {
  /** The language after the fence, such as `ts` or `sh`; empty if the fence has no language. */
  readonly language: string;
  readonly text: string;
  /** The file name in the line above the block, such as "`desk.ts`:". */
  readonly file?: string;
  readonly line: number;
}

const BLOCK = /^(?:`([\w./-]+)`:\n\n)?```(\w*)\n((?:(?!```).*\n)*)```$/gm;

/** Returns the fenced blocks of a page, in order. */
export function listFencedBlocks(page: string): FencedBlock[] {
  return [...page.matchAll(BLOCK)].map(({ index, 1: file, 2: language = '', 3: text = '' }) => ({
    language,
    text,
    ...(file !== undefined && { file }),
    line: page.slice(0, index).split('\n').length,
  }));
}

/** Returns the anchor of a heading without its number: the same on the site and on GitHub. */
export function createSlug(heading: string): string {
  return heading
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu, '')
    .replaceAll(' ', '-');
}

/** Returns the anchors of a page, numbered where headings repeat. */
export function listAnchors(page: string): string[] {
  const seen = new Map<string, number>();
  const text = page.replaceAll(/^```[^]*?^```$/gm, '');
  return [...text.matchAll(/^#{1,6} (.+)$/gm)].map(([, heading = '']) => {
    const slug = createSlug(heading.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1'));
    const before = seen.get(slug) ?? 0;
    seen.set(slug, before + 1);
    return before === 0 ? slug : `${slug}-${before}`;
  });
}

/** Returns the rows of the first table below a heading as cells, without the header row. */
export function readTableRows(page: string, heading: string): string[][] {
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
