import { writeFileSync } from 'node:fs';
import { listInstallPages, writeInstallLines } from '../../source/install-lines.ts';
import { readTree, type SourceFile } from '../../source/source-tree.ts';
import { runGuard, type Verdict } from '../../source/verdict.ts';

/** Checks that every page installs the packages in the way that works today. */
export function checkInstallLines(files: readonly SourceFile[]): Verdict {
  const pages = listInstallPages(files);
  const problems = pages
    .filter(({ text }) => writeInstallLines(text) !== text)
    .map(
      ({ path }) =>
        `${path} installs a package in another way than the others: npm run docs:install-lines`,
    );
  if (pages.length === 0) problems.push('no page installs a package');
  return { summary: `${pages.length} pages`, problems };
}

if (import.meta.main) {
  if (process.argv[2] === '--write') {
    for (const { path, text } of listInstallPages(readTree('.'))) {
      writeFileSync(path, writeInstallLines(text));
    }
  } else runGuard('install-lines', checkInstallLines);
}
