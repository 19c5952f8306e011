import { existsSync } from 'node:fs';
import { join, posix } from 'node:path';
import { listAnchors } from '../../source/markdown.ts';
import type { SourceFile } from '../../source/source-tree.ts';
import { runGuard, type Verdict } from '../../source/verdict.ts';

const FENCED = /^```[^]*?^```$/gm;
const LINK = /\]\((?![a-z]+:)([^)\s#]*)(?:#([^)\s]+))?\)/g;

/**
 * Checks that the files and headings exist that links between pages name. `isThere` tells whether a path from the
 * root exists, also for pictures and folders.
 */
export function checkLinks(
  files: readonly SourceFile[],
  isThere: (path: string) => boolean,
): Verdict {
  const pages = files.filter(({ path }) => path.endsWith('.md') && !path.includes('/fixtures/'));
  const anchors = new Map(pages.map(({ path, text }) => [path, new Set(listAnchors(text))]));
  let count = 0;
  const problems = pages.flatMap(({ path, text }) =>
    [...text.replaceAll(FENCED, '').matchAll(LINK)].flatMap(([, target = '', anchor]) => {
      const linked = target === '' ? path : posix.join(posix.dirname(path), target);
      count += 1;
      if (!isThere(linked)) return [`${path} links to ${linked}, which does not exist`];
      return anchor === undefined || anchors.get(linked)?.has(anchor) !== false
        ? []
        : [`${path} links to #${anchor}, which no heading of ${linked} has`];
    }),
  );
  if (count === 0) problems.push('no links found');
  return { summary: `${count} links`, problems };
}

if (import.meta.main) {
  const root = process.argv[2] ?? process.cwd();
  runGuard('links', (files) => checkLinks(files, (path) => existsSync(join(root, path))));
}
