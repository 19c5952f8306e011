import { CONTENTS, type Section } from '../../apps/docs/src/contents.ts';
import { readTree, type SourceFile } from '../source/source-tree.ts';
import { runGuard, type Verdict } from '../source/verdict.ts';
import { staleFiles, writeFolder } from '../source/written-files.ts';

const FOLDER = 'examples/guide/references';
const COMMAND = 'npm run guide';
/** Pages that list other pages, and would be selected for every question. */
const LEFT_OUT: readonly string[] = ['index', 'api/README'];

/** Checks that the references of the example agent `guide` equal the current pages of the site. */
export function checkGuide(files: readonly SourceFile[]): Verdict {
  const wanted = createGuideReferences(files);
  const problems = [...staleFiles(files, wanted, { folder: FOLDER, command: COMMAND })];
  if (wanted.length === 0) problems.push('no pages found');
  return { summary: `${wanted.length} references`, problems };
}

/**
 * Returns a reference for each page of the site; the agent selects references by their relevance to a
 * question.
 */
export function createGuideReferences(
  files: readonly SourceFile[],
  contents: readonly Section[] = CONTENTS,
): SourceFile[] {
  const texts = new Map(files.map(({ path, text }) => [path, text]));
  return contents
    .flatMap(({ pages }) => pages.map(([page]) => page))
    .flatMap((page): SourceFile[] => {
      const text = texts.get(`docs/${page}.md`);
      if (text === undefined || LEFT_OUT.includes(page)) return [];
      const name = page.replace('/', '-');
      return [{ path: `${FOLDER}/${name}.mdt`, text: formatReference(name, text) }];
    });
}

/** Describes a page by its headings, because questions share words with them. */
function formatReference(name: string, text: string): string {
  const outside = text.replaceAll(/^```[^]*?^```$/gm, '');
  const headings = [...outside.matchAll(/^#{1,2} (.+)$/gm)].map(([, heading = '']) => heading);
  const description = `description: ${JSON.stringify(headings.join('; '))}`;
  const matter = ['---', `name: ${name}`, description, 'include: agent', '---'];
  return [...matter, '', text.trimEnd(), ''].join('\n');
}

if (import.meta.main) {
  if (process.argv[2] === '--write') writeFolder(FOLDER, createGuideReferences(readTree('.')));
  else runGuard('guide', checkGuide);
}
