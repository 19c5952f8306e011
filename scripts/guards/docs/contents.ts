import { CONTENTS, type Section } from '../../../apps/docs/src/contents.ts';
import type { SourceFile } from '../../source/source-tree.ts';
import { runGuard, type Verdict } from '../../source/verdict.ts';

/** Checks that the table of contents of the site lists each page once, and no other. */
export function checkContents(
  files: readonly SourceFile[],
  contents: readonly Section[] = CONTENTS,
): Verdict {
  const written = files.flatMap(({ path }) => /^docs\/(.+)\.md$/.exec(path)?.[1] ?? []);
  const listed = contents.flatMap(({ pages }) => pages.map(([path]) => path));
  const problems = [
    ...written
      .filter((path) => !listed.includes(path) && !path.startsWith('api/'))
      .map((path) => `docs/${path}.md is not in apps/docs/src/contents.ts`),
    ...listed
      .filter((path, index) => !written.includes(path) || listed.indexOf(path) !== index)
      .map((path) => `apps/docs/src/contents.ts lists ${path}, which is no page or stands twice`),
  ];
  if (written.length === 0) problems.push('no pages found');
  return { summary: `${listed.length} pages`, problems };
}

if (import.meta.main) runGuard('contents', checkContents);
