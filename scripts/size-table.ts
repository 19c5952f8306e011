/** Prints how large each room of the packages and apps is: lines, files, functions, and its fullest directory; and what is written once. */
import { parseSync, Visitor } from 'oxc-parser';
import { onePipeline } from './guards/one-pipeline.ts';
import { oneReader } from './guards/one-reader.ts';
import { oneWayToCall } from './guards/one-way-to-call.ts';
import { findModule, readModules, SOURCE } from './source/module-tree.ts';
import { directoryOf, isProduct, lineCount, quantileOf } from './source/source-size.ts';
import { readTree, type SourceFile } from './source/source-tree.ts';

interface Row {
  readonly room: string;
  readonly lines: number;
  readonly files: number;
  readonly median: number;
  readonly largest: number;
  readonly functions: number;
  readonly fullest: number;
}

const tree = readTree(process.cwd());
const modules = readModules(tree);
const files = tree.filter(isProduct);
const rows = [...Map.groupBy(files, roomOf)]
  .map(([room, members]) => measure(room, members))
  .toSorted((a, b) => b.lines - a.lines);
const all = measure('all', files);
/** What is written once, and how many further places each guard finds. */
const second = Object.fromEntries(
  Object.entries({
    'a call of a tool': onePipeline,
    'a call of an agent': oneWayToCall,
    'a reader of JSON fields': oneReader,
  }).map(([what, guard]) => [what, guard(tree).problems.length]),
);

if (process.argv.includes('--json')) console.log(JSON.stringify({ rooms: rows, all, second }));
else {
  const titles = ['room', 'lines', 'files', 'median', 'largest', 'functions', 'fullest directory'];
  const cells = [...rows, all].map((row) => Object.values(row).map((value) => String(value)));
  const widths = titles.map((title, column) =>
    Math.max(title.length, ...cells.map((row) => row[column]?.length ?? 0)),
  );
  for (const row of [titles, ...cells]) {
    const [room = '', ...figures] = row;
    const padded = figures.map((figure, column) => figure.padStart(widths[column + 1] ?? 0));
    console.log([room.padEnd(widths[0] ?? 0), ...padded].join('  '));
  }
  console.log();
  for (const [what, count] of Object.entries(second)) {
    console.log(`${what}: ${count === 0 ? 'written once' : `${count} places too many`}`);
  }
}

/** Returns the module of a file, or the folder below `src` of another package or app. */
function roomOf({ path }: SourceFile): string {
  const [, name = '', , folder = ''] = path.split('/');
  const room = path.startsWith(`${SOURCE}/`) ? findModule(path, modules) : folder;
  return room.includes('.') || room === '' ? name : `${name}/${room}`;
}

function measure(room: string, members: readonly SourceFile[]): Row {
  const counts = members.map(lineCount).toSorted((a, b) => a - b);
  const directories = [...Map.groupBy(members, directoryOf).values()];
  return {
    room,
    lines: counts.reduce((sum, count) => sum + count, 0),
    files: counts.length,
    median: quantileOf(counts, 0.5),
    largest: counts.at(-1) ?? 0,
    functions: members.reduce((sum, { path, text }) => sum + countFunctions(path, text), 0),
    fullest: Math.max(...directories.map(({ length }) => length)),
  };
}

function countFunctions(path: string, text: string): number {
  let count = 0;
  const add = (): void => {
    count += 1;
  };
  const visitor = {
    FunctionDeclaration: add,
    FunctionExpression: add,
    ArrowFunctionExpression: add,
  };
  new Visitor(visitor).visit(parseSync(path, text).program);
  return count;
}
