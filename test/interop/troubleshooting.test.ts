import { readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { expect, it } from 'vitest';
import { listFencedBlocks } from '../../scripts/source/markdown.ts';
import { readTree, type SourceFile } from '../../scripts/source/source-tree.ts';

const root = new URL('../../', import.meta.url);
const page = readFileSync(new URL('docs/troubleshooting.md', root), 'utf8');
const sources = ['timestep', 'temporal']
  .flatMap((name) => readTree(new URL(`packages/${name}/src`, root).pathname))
  .filter(({ path }) => path.endsWith('.ts') && !/\.(test|fixture)\.ts$/.test(path));

/** The parts of a message that are the same each time; shorter ones are punctuation. */
function fixedParts(message: string): string[] {
  const parts = message.split(/<[^>]+>/).map((part) => part.replace(/^[\s:();?]+|[\s:()]+$/g, ''));
  return parts.filter((part) => part.length > 4);
}

/** Whether a file has a text, in one piece or in pieces that it joins. */
function isMadeOf(part: string, file: string): boolean {
  let rest = part;
  while (rest !== '') {
    let length = rest.length;
    while (length > 0 && !file.includes(rest.slice(0, length))) length -= 1;
    if (length < Math.min(SHORTEST_PIECE, rest.length)) return false;
    rest = rest.slice(length);
  }
  return true;
}

const SHORTEST_PIECE = 12;

/** Messages of which no folder has all fixed parts: a file may add the cause that another one names. */
function strangers(messages: readonly string[], files: readonly SourceFile[]): string[] {
  const folders = [...Map.groupBy(files, ({ path }) => posix.dirname(path))].map(
    ([path, members]) => ({
      path,
      text: members.map(({ text }) => text).join('\n'),
    }),
  );
  return messages.filter((message) => {
    const parts = fixedParts(message);
    const isIn = ({ text }: SourceFile): boolean => parts.every((part) => isMadeOf(part, text));
    return parts.length === 0 || !folders.some(isIn);
  });
}

const messages = listFencedBlocks(page).flatMap(({ language, text }) =>
  language === 'text' ? [text.trim()] : [],
);

it('quotes messages that the source has', () => {
  expect(messages.length).toBeGreaterThan(20);
  expect(strangers(messages, sources)).toEqual([]);
});

it('notices a message that nothing prints', () => {
  const made = ['port <port> is taken: go away', '<nothing>: <fixed>', messages[0] ?? ''];
  expect(strangers(made, sources)).toEqual(made.slice(0, 2));
});

it('says of each message why it comes and what to do', () => {
  const sections = page.split(/^### /m).slice(1);
  const bare = sections.filter((section) => !/^Why: [^]*^Do: /m.test(section));
  expect(bare.map((section) => section.split('\n', 1)[0])).toEqual([]);
  expect(sections.length).toBeGreaterThan(20);
});
