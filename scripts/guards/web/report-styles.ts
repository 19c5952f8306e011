import { posix } from 'node:path';
import type { SourceFile } from '../../source/source-tree.ts';
import { runGuard, type Verdict } from '../../source/verdict.ts';

const FOLDER = 'apps/web/src/report';
const STYLES = `${FOLDER}/report.css`;
const IMPORT = /(?:from|import\()\s*'(\.[^']+\.tsx?)'/g;
const SOURCE_LINE = /^@source '([^']+)';$/gm;

/**
 * Compares the components that HTML reports are made of with the folders in which `report.css` looks
 * for classes. A component of another folder would lose its look in the reports, without an error.
 */
export function reportStyles(files: readonly SourceFile[]): Verdict {
  const texts = new Map(files.map(({ path, text }) => [path, text]));
  const styles = texts.get(STYLES);
  if (styles === undefined) return { summary: 'no styles', problems: [`${STYLES} was not found`] };
  const lines = [...styles.matchAll(SOURCE_LINE)].map(([, folder = '']) => folder);
  const styled = [...listImported(texts)].filter((path) => texts.get(path)?.includes('className'));
  const isIn = (path: string, line: string): boolean =>
    path.startsWith(`${posix.join(FOLDER, line)}/`);
  const missing = styled
    .filter((path) => !lines.some((line) => isIn(path, line)))
    .map((path) => {
      const line = posix.relative(FOLDER, posix.dirname(path));
      return `${path} is part of the reports: add "@source '${line}';" to ${STYLES}`;
    });
  const unused = lines
    .filter((line) => !styled.some((path) => isIn(path, line)))
    .map((line) => `${STYLES}: no component of the reports is in ${line}`);
  return {
    summary: `${styled.length} components in ${lines.length} folders`,
    problems: [...missing, ...unused],
  };
}

/** Lists the files of the reports, and what they import, directly and through other files. */
function listImported(texts: ReadonlyMap<string, string>): ReadonlySet<string> {
  const isEntry = (path: string): boolean =>
    posix.dirname(path) === FOLDER && /(?<!\.test)\.tsx?$/.test(path);
  const found = new Set([...texts.keys()].filter(isEntry));
  // A set also yields what is added to it while it is read.
  for (const path of found) {
    for (const [, target = ''] of texts.get(path)?.matchAll(IMPORT) ?? []) {
      const imported = posix.join(posix.dirname(path), target);
      if (texts.has(imported)) found.add(imported);
    }
  }
  return found;
}

if (import.meta.main) runGuard('report-styles', reportStyles);
