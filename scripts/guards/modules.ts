import { posix } from 'node:path';
import { readTableRows } from '../source/markdown.ts';
import { readModules, ROOT, SOURCE } from '../source/module-tree.ts';
import type { SourceFile } from '../source/source-tree.ts';
import { runGuard, type Verdict } from '../source/verdict.ts';

const RULES = 'AGENTS.md';
const DIAGRAM = 'design/architecture.md';

type Imports = ReadonlyMap<string, ReadonlySet<string>>;

/**
 * Checks that the table and the diagram of modules match the references in each `tsconfig.json`.
 */
export function checkModules(files: readonly SourceFile[]): Verdict {
  const imports = readImports(files);
  const textOf = (path: string): string => files.find((file) => file.path === path)?.text ?? '';
  const rules = textOf(RULES);
  const problems = [
    ...checkTable(readTableRows(rules, '## Modules'), imports),
    ...checkDiagram(textOf(DIAGRAM), imports),
    ...checkAdditions(readTableRows(rules, '### What an addition touches'), files),
  ];
  if (imports.size === 0) problems.push(`no modules found under ${SOURCE}`);
  const count = [...imports.values()].reduce((sum, { size }) => sum + size, 0);
  return { summary: `${imports.size} modules, ${count} imports`, problems };
}

/** Returns the modules by their short names: the last folder of their paths. */
function readImports(files: readonly SourceFile[]): Imports {
  const modules = [...readModules(files)].filter(([module]) => module !== ROOT);
  return new Map(
    modules.map(([module, references]) => [
      posix.basename(module),
      new Set([...references].map((each) => posix.basename(each))),
    ]),
  );
}

function* checkTable(rows: readonly string[][], imports: Imports): Generator<string> {
  const table = new Map(
    rows.map(
      ([path = '', , allowed = '']) => [posix.basename(path.replaceAll('`', '')), allowed] as const,
    ),
  );
  for (const [module, references] of imports) {
    const written = table.get(module);
    if (written === undefined) {
      yield `${RULES} has no row for ${module}`;
      continue;
    }
    const named = new Set(written === 'nothing' ? [] : written.split(', '));
    for (const missing of references.difference(named)) {
      yield `${RULES}: ${module} references ${missing}, which its row does not name`;
    }
    for (const surplus of named.difference(references)) {
      yield `${RULES}: the row of ${module} names ${surplus}, which it does not reference`;
    }
  }
  for (const module of table.keys()) {
    if (!imports.has(module)) yield `${RULES} has a row for ${module}, which is not a module`;
  }
}

/** Checks the diagram: it shows an import only if no longer path implies it. */
function* checkDiagram(text: string, imports: Imports): Generator<string> {
  const [, block = ''] = /## Modules\n[^]*?```mermaid\n([^]*?)```/.exec(text) ?? [];
  const drawn = new Set(
    [...block.matchAll(/^ *([\w-]+) --> ([\w-]+(?: & [\w-]+)*)$/gm)].flatMap(
      ([, from = '', to = '']) => to.split(' & ').map((each) => `${from} --> ${each}`),
    ),
  );
  const needed = new Set(
    [...imports].flatMap(([module, references]) =>
      [...findDirect(references, imports)].map((each) => `${module} --> ${each}`),
    ),
  );
  for (const arrow of needed.difference(drawn)) yield `${DIAGRAM} does not have ${arrow}`;
  for (const arrow of drawn.difference(needed))
    yield `${DIAGRAM} has ${arrow}, which is not needed`;
}

/** Returns the references that are not reached through another reference. */
function findDirect(references: ReadonlySet<string>, imports: Imports): Set<string> {
  const beyond = new Set<string>();
  const visit = (module: string): void => {
    for (const next of imports.get(module) ?? []) {
      if (beyond.has(next)) continue;
      beyond.add(next);
      visit(next);
    }
  };
  for (const module of references) visit(module);
  return new Set(references).difference(beyond);
}

/** Checks that each row counts the files that it names, and that these files exist. */
function* checkAdditions(
  rows: readonly string[][],
  files: readonly SourceFile[],
): Generator<string> {
  if (rows.length === 0) yield `${RULES} does not say what an addition touches`;
  const paths = new Set(files.map(({ path }) => path));
  for (const cells of rows) {
    const named = cells.slice(1).map((cell) => [...cell.matchAll(/`([\w./-]+\.\w+)`/g)]);
    for (const [, path = ''] of named.flat()) {
      const isThere = [path, posix.join(SOURCE, path)].some((each) => paths.has(each));
      if (!isThere) yield `${RULES}: ${cells[0]} touches ${path}, which does not exist`;
    }
    const count = Number.parseInt(cells.at(-1) ?? '', 10);
    const outside = named.at(-1)?.length ?? 0;
    if (count !== outside) yield `${RULES}: ${cells[0]} counts ${count} files and names ${outside}`;
  }
}

if (import.meta.main) runGuard('modules', checkModules);
