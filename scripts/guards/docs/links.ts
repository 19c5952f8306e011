import { posix } from 'node:path';
import { listAnchors } from '../../source/markdown.ts';
import type { SourceFile } from '../../source/source-tree.ts';
import { runGuard, type Verdict } from '../../source/verdict.ts';

const LINK = /\]\((?![a-z]+:)([^)\s#]*)#([^)\s]+)\)/g;

/** Checks that the headings exist that links between pages name. */
export function checkAnchors(files: readonly SourceFile[]): Verdict {
  const pages = files.filter(({ path }) => path.endsWith('.md') && !path.includes('/fixtures/'));
  const anchors = new Map(pages.map(({ path, text }) => [path, new Set(listAnchors(text))]));
  let count = 0;
  const problems = pages.flatMap(({ path, text }) =>
    [...text.matchAll(LINK)].flatMap(([, target = '', anchor = '']) => {
      const page = target === '' ? path : posix.join(posix.dirname(path), target);
      const known = anchors.get(page);
      count += 1;
      return known === undefined || known.has(anchor)
        ? []
        : [`${path} links to #${anchor}, which no heading of ${page} has`];
    }),
  );
  if (count === 0) problems.push('no links to headings found');
  return { summary: `${count} links to headings`, problems };
}

if (import.meta.main) runGuard('links', checkAnchors);
