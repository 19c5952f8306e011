import { posix } from 'node:path';
import { rowsBelow } from './markdown.ts';
import type { SourceFile } from './source-tree.ts';
import { runGuard, type Verdict } from './verdict.ts';

const SOURCE = 'packages/timestep/src';
const RULES = 'AGENTS.md';
const PICTURE = 'design/architecture.md';

type Arrows = ReadonlyMap<string, ReadonlySet<string>>;

/** Holds that the table and the picture of rooms say what the references of each `tsconfig.json` say. */
export function rooms(files: readonly SourceFile[]): Verdict {
  const arrows = arrowsOf(files);
  const textOf = (path: string): string => files.find((file) => file.path === path)?.text ?? '';
  const rules = textOf(RULES);
  const problems = [
    ...tableProblems(rowsBelow(rules, '## Rooms'), arrows),
    ...pictureProblems(textOf(PICTURE), arrows),
    ...touchProblems(rowsBelow(rules, '### What an addition touches'), files),
  ];
  if (arrows.size === 0) problems.push(`no rooms found under ${SOURCE}`);
  const count = [...arrows.values()].reduce((sum, { size }) => sum + size, 0);
  return { summary: `${arrows.size} rooms, ${count} arrows`, problems };
}

function arrowsOf(files: readonly SourceFile[]): Arrows {
  const room = new RegExp(`^${SOURCE}/([^/]+)/tsconfig\\.json$`);
  const found = files.flatMap(({ path, text }): [string, Set<string>][] => {
    const [, name] = room.exec(path) ?? [];
    if (name === undefined) return [];
    const { references = [] } = JSON.parse(text) as { references?: readonly { path: string }[] };
    const others = references.filter((reference) => reference.path.startsWith('../'));
    return [[name, new Set(others.map((reference) => posix.basename(reference.path)))]];
  });
  return new Map(found);
}

function* tableProblems(rows: readonly string[][], arrows: Arrows): Generator<string> {
  const table = new Map(
    rows.map(([name = '', , imports = '']) => [name.replaceAll('`', ''), imports] as const),
  );
  for (const [room, references] of arrows) {
    const written = table.get(room);
    if (written === undefined) {
      yield `${RULES} has no row for ${room}`;
      continue;
    }
    const named = new Set(written === 'nothing' ? [] : written.split(', '));
    for (const missing of references.difference(named)) {
      yield `${RULES}: ${room} references ${missing}, which its row does not name`;
    }
    for (const surplus of named.difference(references)) {
      yield `${RULES}: the row of ${room} names ${surplus}, which it does not reference`;
    }
  }
  for (const room of table.keys()) {
    if (!arrows.has(room)) yield `${RULES} has a row for ${room}, which is no room`;
  }
}

/** The picture shows only arrows for which there is no longer way: all others follow from them. */
function* pictureProblems(text: string, arrows: Arrows): Generator<string> {
  const [, block = ''] = /## Rooms\n[^]*?```mermaid\n([^]*?)```/.exec(text) ?? [];
  const drawn = new Set(
    [...block.matchAll(/^ *(\w+) --> (\w+(?: & \w+)*)$/gm)].flatMap(([, from = '', to = '']) =>
      to.split(' & ').map((each) => `${from} --> ${each}`),
    ),
  );
  const needed = new Set(
    [...arrows].flatMap(([room, references]) =>
      [...shortest(references, arrows)].map((each) => `${room} --> ${each}`),
    ),
  );
  for (const arrow of needed.difference(drawn)) yield `${PICTURE} does not have ${arrow}`;
  for (const arrow of drawn.difference(needed))
    yield `${PICTURE} has ${arrow}, which is not needed`;
}

/** References that are not reached through another reference. */
function shortest(references: ReadonlySet<string>, arrows: Arrows): Set<string> {
  const beyond = new Set<string>();
  const visit = (room: string): void => {
    for (const next of arrows.get(room) ?? []) {
      if (beyond.has(next)) continue;
      beyond.add(next);
      visit(next);
    }
  };
  for (const room of references) visit(room);
  return new Set(references).difference(beyond);
}

/** A row counts the files that it names, and each of them exists. */
function* touchProblems(
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

if (import.meta.main) runGuard('rooms', rooms);
