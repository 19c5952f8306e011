import { posix } from 'node:path';
import { readTree, type SourceFile } from './source-tree.ts';
import { runGuard, type Verdict } from './verdict.ts';
import { staleFiles, writeFolder } from './written-files.ts';

const FOLDER = 'examples/guide/references';
const COMMAND = 'npm run guide';
const PAGES = 'design';

/** Pages that list others, and would be chosen for every question. */
const LEFT_OUT: readonly string[] = ['README.md', 'glossary.md'];

/** Holds that the references of the example agent `guide` are the design pages as they are now. */
export function guide(files: readonly SourceFile[]): Verdict {
  const wanted = guideReferences(files);
  const problems = [...staleFiles(files, wanted, { folder: FOLDER, command: COMMAND })];
  if (wanted.length === 0) problems.push('no design pages found');
  return { summary: `${wanted.length} references`, problems };
}

/** A reference for each design page, which is chosen by its relevance to a question. */
export function guideReferences(files: readonly SourceFile[]): SourceFile[] {
  return files.flatMap(({ path, text }): SourceFile[] => {
    const { dir, ext, name, base } = posix.parse(path);
    if (dir !== PAGES || ext !== '.md' || LEFT_OUT.includes(base)) return [];
    return [{ path: `${FOLDER}/${name}.mdt`, text: referenceOf(name, text) }];
  });
}

function referenceOf(name: string, text: string): string {
  const title = text.split('\n').find((line) => line.startsWith('# '));
  const description = `description: ${JSON.stringify(title?.slice(2) ?? name)}`;
  const matter = ['---', `name: ${name}`, description, 'include: agent', '---'];
  return [...matter, '', text.trimEnd(), ''].join('\n');
}

if (import.meta.main) {
  if (process.argv[2] === '--write') writeFolder(FOLDER, guideReferences(readTree('.')));
  else runGuard('guide', guide);
}
