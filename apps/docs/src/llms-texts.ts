import type { Section } from './contents.ts';

/** A text file of the documentation site for AI programs, such as `llms.txt`. */
export interface TextFile {
  readonly path: string;
  readonly text: string;
}

/**
 * Returns `llms.txt`, which lists the pages with their first sentences, `llms-full.txt`, which holds them all, and each page
 * as it is written.
 */
export function createLlmsTexts(
  contents: readonly Section[],
  readPage: (path: string) => string,
): TextFile[] {
  const pages = contents.flatMap((section) =>
    section.pages.map(([path, title]) => ({ section, path, title, text: readPage(path) })),
  );
  const lists = contents.map(({ title, pages: listed }) => {
    const rows = listed.map(
      ([path, name]) => `- [${name}](/${path}.md): ${getFirstSentence(readPage(path))}`,
    );
    return [`## ${title}`, '', ...rows].join('\n');
  });
  const about = getFirstSentence(readPage('index'));
  return [
    { path: 'llms.txt', text: `${['# Timestep', `> ${about}`, ...lists].join('\n\n')}\n` },
    { path: 'llms-full.txt', text: `${pages.map(({ text }) => text.trim()).join('\n\n')}\n` },
    ...pages.map(({ path, text }) => ({ path: `${path}.md`, text })),
  ];
}

/** Returns the first sentence below the title of a page, on one line. */
function getFirstSentence(page: string): string {
  const [, paragraph = ''] = /^# .*\n+((?:.+\n)+)/m.exec(page) ?? [];
  const line = paragraph.replaceAll(/\s+/g, ' ').trim();
  return line.split(/(?<=[.!?]) /, 1)[0] ?? line;
}
