import { posix } from 'node:path';
import { exportedNames, type ExportedName } from './exported-names.ts';
import { readTree, type SourceFile } from './source-tree.ts';
import { runGuard, type Verdict } from './verdict.ts';
import { staleFiles, writeFolder } from './written-files.ts';

const FOLDER = 'docs/api';
const COMMAND = 'npm run api';

const KINDS: readonly (readonly [title: string, ...kinds: ExportedName['kind'][]])[] = [
  ['Functions', 'function'],
  ['Classes', 'class'],
  ['Types', 'interface', 'type'],
  ['Constants', 'constant'],
];

/** Holds that every published name has a docstring, and that the reference is made of the newest. */
export function apiReference(files: readonly SourceFile[]): Verdict {
  const names = exportedNames(files);
  const pages = apiPages(names);
  const problems = [
    ...withoutDocstring(names),
    ...staleFiles(files, pages, { folder: FOLDER, command: COMMAND }),
  ];
  if (names.length === 0) problems.push('no published names found');
  return { summary: `${names.length} names on ${pages.length} pages`, problems };
}

function withoutDocstring(names: readonly ExportedName[]): Set<string> {
  const bare = names.filter(({ doc }) => doc === undefined || doc === '');
  return new Set(
    bare.map(({ path, line, name }) => `${path}:${line} ${name} is published without a docstring`),
  );
}

/** The pages of the reference: an overview, and one for each entry that can be imported. */
export function apiPages(names: readonly ExportedName[]): SourceFile[] {
  if (names.length === 0) return [];
  const entries = Map.groupBy(names, ({ entry }) => entry);
  const homes = homesOf(names);
  const pages = [...entries].map(([entry, listed]) => ({
    path: posix.join(FOLDER, fileOf(entry)),
    text: pageOf(entry, listed, homes),
  }));
  const rows = [...entries].map(
    ([entry, listed]) => `| [\`${entry}\`](${fileOf(entry)}) | ${listed.length} |`,
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

function fileOf(entry: string): string {
  return `${entry.split('/').at(-1) ?? entry}.md`;
}

/** Where a name is described: the page of its part or of the whole package, and the place on it. */
type Homes = ReadonlyMap<string, { readonly entry: string; readonly anchor: string }>;

function homesOf(names: readonly ExportedName[]): Homes {
  const entries = new Map<string, string>();
  for (const each of names) {
    const known = entries.get(keyOf(each));
    if (known === undefined || (isWhole(known) && !isWhole(each.entry))) {
      entries.set(keyOf(each), each.entry);
    }
  }
  const described = names.filter((each) => entries.get(keyOf(each)) === each.entry);
  const found = [...Map.groupBy(described, ({ entry }) => entry)].flatMap(([entry, listed]) => {
    const seen = new Map<string, number>();
    return inOrder(listed).map((each) => {
      // GitHub numbers headings that differ only in case.
      const heading = each.name.toLowerCase();
      const before = seen.get(heading) ?? 0;
      seen.set(heading, before + 1);
      const anchor = before === 0 ? heading : `${heading}-${before}`;
      return [keyOf(each), { entry, anchor }] as const;
    });
  });
  return new Map(found);
}

function keyOf({ path, name }: ExportedName): string {
  return `${path} ${name}`;
}

function isWhole(entry: string): boolean {
  return !entry.replace(/^@[^/]+\//, '').includes('/');
}

/** Names in the order of a page: by kind, then by the alphabet. */
function inOrder(names: readonly ExportedName[]): ExportedName[] {
  const rank = ({ kind }: ExportedName): number =>
    KINDS.findIndex(([, ...kinds]) => kinds.includes(kind));
  return names
    .toSorted((a, b) => (a.name.toLowerCase() < b.name.toLowerCase() ? -1 : 1))
    .toSorted((a, b) => rank(a) - rank(b));
}

function pageOf(entry: string, names: readonly ExportedName[], homes: Homes): string {
  const sorted = inOrder(names);
  const here = sorted.filter((each) => homes.get(keyOf(each))?.entry === entry);
  const lines = [`# ${entry}`, '', `Written by \`${COMMAND}\` from the docstrings.`, ''];
  for (const [title, ...kinds] of KINDS) {
    const group = here.filter(({ kind }) => kinds.includes(kind));
    if (group.length > 0) lines.push(`## ${title}`, '', ...group.flatMap(sectionOf));
  }
  const elsewhere = sorted.filter((each) => !here.includes(each));
  if (elsewhere.length > 0) {
    lines.push('## From its parts', '', '| Name | Is |', '|---|---|');
    lines.push(...elsewhere.map((each) => rowOf(each, homes)), '');
  }
  return lines.join('\n');
}

function sectionOf({ name, doc = '', declaration }: ExportedName): string[] {
  return [`### ${name}`, '', doc, '', '```ts', declaration, '```', ''];
}

function rowOf(each: ExportedName, homes: Homes): string {
  const { name, doc = '' } = each;
  const { entry, anchor } = homes.get(keyOf(each)) ?? { entry: each.entry, anchor: '' };
  const first = doc.split(/(?<=\.)\s/, 1)[0] ?? doc;
  const text = first.replaceAll(/\s+/g, ' ').replaceAll('|', '\\|');
  return `| [\`${name}\`](${fileOf(entry)}#${anchor}) | ${text} |`;
}

if (import.meta.main) {
  if (process.argv[2] === '--write') {
    writeFolder(FOLDER, apiPages(exportedNames(readTree('.'))));
  } else runGuard('api-reference', apiReference);
}
