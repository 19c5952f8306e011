import { posix } from 'node:path';
import { exportedNames, type ExportedName } from '../source/exported-names.ts';
import { readTree, type SourceFile } from '../source/source-tree.ts';
import { runGuard, type Verdict } from '../source/verdict.ts';
import { staleFiles, writeFolder } from '../source/written-files.ts';

const FOLDER = 'docs/api';
const COMMAND = 'npm run api';

const KINDS: readonly (readonly [title: string, ...kinds: ExportedName['kind'][]])[] = [
  ['Functions', 'function'],
  ['Classes', 'class'],
  ['Types', 'interface', 'type'],
  ['Constants', 'constant'],
];

/**
 * Checks that every public name has a docstring, and that the reference in `docs/api` is up to
 * date.
 */
export function checkApiReference(files: readonly SourceFile[]): Verdict {
  const names = exportedNames(files);
  const pages = createApiPages(names);
  const problems = [
    ...findUndocumented(names),
    ...staleFiles(files, pages, { folder: FOLDER, command: COMMAND }),
  ];
  if (names.length === 0) problems.push('no published names found');
  return { summary: `${names.length} names on ${pages.length} pages`, problems };
}

function findUndocumented(names: readonly ExportedName[]): Set<string> {
  const bare = names.filter(({ doc }) => doc === undefined || doc === '');
  return new Set(
    bare.map(({ path, line, name }) => `${path}:${line} ${name} is published without a docstring`),
  );
}

/**
 * Returns the pages of the reference: an overview, and one page for each entry that can be
 * imported.
 */
export function createApiPages(names: readonly ExportedName[]): SourceFile[] {
  if (names.length === 0) return [];
  const entries = Map.groupBy(names, ({ entry }) => entry);
  const homes = createLinkTargets(names);
  const pages = [...entries].map(([entry, listed]) => ({
    path: posix.join(FOLDER, getPageFile(entry)),
    text: formatPage(entry, listed, homes),
  }));
  const rows = [...entries].map(
    ([entry, listed]) => `| [\`${entry}\`](${getPageFile(entry)}) | ${listed.length} |`,
  );
  const text = [
    '# API reference',
    '',
    `Every published name, with its docstring. \`${COMMAND}\` writes these pages.`,
    '',
    '| Import | Names |',
    '|---|---|',
    ...rows,
    '',
  ].join('\n');
  return [{ path: `${FOLDER}/README.md`, text }, ...pages];
}

function getPageFile(entry: string): string {
  return `${entry.split('/').at(-1) ?? entry}.md`;
}

/** The page and the anchor that describe a name, by the key of the name. */
type LinkTargets = ReadonlyMap<string, { readonly entry: string; readonly anchor: string }>;

function createLinkTargets(names: readonly ExportedName[]): LinkTargets {
  const entries = new Map<string, string>();
  for (const each of names) {
    const known = entries.get(getNameKey(each));
    if (known === undefined || (isMainEntry(known) && !isMainEntry(each.entry))) {
      entries.set(getNameKey(each), each.entry);
    }
  }
  const described = names.filter((each) => entries.get(getNameKey(each)) === each.entry);
  const found = [...Map.groupBy(described, ({ entry }) => entry)].flatMap(([entry, listed]) => {
    const seen = new Map<string, number>();
    return sortNames(listed).map((each) => {
      // GitHub numbers headings that differ only in case.
      const heading = each.name.toLowerCase();
      const before = seen.get(heading) ?? 0;
      seen.set(heading, before + 1);
      const anchor = before === 0 ? heading : `${heading}-${before}`;
      return [getNameKey(each), { entry, anchor }] as const;
    });
  });
  return new Map(found);
}

function getNameKey({ path, name }: ExportedName): string {
  return `${path} ${name}`;
}

function isMainEntry(entry: string): boolean {
  return !entry.replace(/^@[^/]+\//, '').includes('/');
}

/** Sorts names by kind, then alphabetically. */
function sortNames(names: readonly ExportedName[]): ExportedName[] {
  const rank = ({ kind }: ExportedName): number =>
    KINDS.findIndex(([, ...kinds]) => kinds.includes(kind));
  return names
    .toSorted((a, b) => (a.name.toLowerCase() < b.name.toLowerCase() ? -1 : 1))
    .toSorted((a, b) => rank(a) - rank(b));
}

function formatPage(entry: string, names: readonly ExportedName[], homes: LinkTargets): string {
  const sorted = sortNames(names);
  const here = sorted.filter((each) => homes.get(getNameKey(each))?.entry === entry);
  const lines = [`# ${entry}`, '', `Written by \`${COMMAND}\` from the docstrings.`, ''];
  for (const [title, ...kinds] of KINDS) {
    const group = here.filter(({ kind }) => kinds.includes(kind));
    if (group.length > 0) lines.push(`## ${title}`, '', ...group.flatMap(formatSection));
  }
  const elsewhere = sorted.filter((each) => !here.includes(each));
  if (elsewhere.length > 0) {
    lines.push('## From its parts', '', '| Name | Is |', '|---|---|');
    lines.push(...elsewhere.map((each) => formatRow(each, homes)), '');
  }
  return lines.join('\n');
}

function formatSection({ name, doc = '', declaration }: ExportedName): string[] {
  return [`### ${name}`, '', doc, '', '```ts', declaration, '```', ''];
}

function formatRow(each: ExportedName, homes: LinkTargets): string {
  const { name, doc = '' } = each;
  const { entry, anchor } = homes.get(getNameKey(each)) ?? { entry: each.entry, anchor: '' };
  const first = doc.split(/(?<=\.)\s/, 1)[0] ?? doc;
  const text = first.replaceAll(/\s+/g, ' ').replaceAll('|', '\\|');
  return `| [\`${name}\`](${getPageFile(entry)}#${anchor}) | ${text} |`;
}

if (import.meta.main) {
  if (process.argv[2] === '--write') {
    writeFolder(FOLDER, createApiPages(exportedNames(readTree('.'))));
  } else runGuard('api-reference', checkApiReference);
}
