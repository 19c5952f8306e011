import { posix } from 'node:path';
import { readTree, type SourceFile } from '../source/source-tree.ts';
import { runGuard, type Verdict } from '../source/verdict.ts';
import { staleFiles, writeFolder } from '../source/written-files.ts';

const FOLDER = 'examples/guide/references';
const COMMAND = 'npm run guide';
const PAGES = 'design';

/** Pages that list other pages, and would be selected for every question. */
const LEFT_OUT: readonly string[] = ['README.md', 'glossary.md', 'renames.md'];

/** Checks that the references of the example agent `guide` equal the current design pages. */
export function checkGuide(files: readonly SourceFile[]): Verdict {
  const wanted = createGuideReferences(files);
  const problems = [...staleFiles(files, wanted, { folder: FOLDER, command: COMMAND })];
  if (wanted.length === 0) problems.push('no design pages found');
  return { summary: `${wanted.length} references`, problems };
}

/**
 * Returns a reference for each design page; the agent selects references by their relevance to a
 * question.
 */
export function createGuideReferences(files: readonly SourceFile[]): SourceFile[] {
  return files.flatMap(({ path, text }): SourceFile[] => {
    const { dir, ext, name, base } = posix.parse(path);
    if (dir !== PAGES || ext !== '.md' || LEFT_OUT.includes(base)) return [];
    return [{ path: `${FOLDER}/${name}.mdt`, text: formatReference(name, text) }];
  });
}

function formatReference(name: string, text: string): string {
  const title = text.split('\n').find((line) => line.startsWith('# '));
  const description = `description: ${JSON.stringify(title?.slice(2) ?? name)}`;
  const matter = ['---', `name: ${name}`, description, 'include: agent', '---'];
  return [...matter, '', text.trimEnd(), ''].join('\n');
}

if (import.meta.main) {
  if (process.argv[2] === '--write') writeFolder(FOLDER, createGuideReferences(readTree('.')));
  else runGuard('guide', checkGuide);
}
