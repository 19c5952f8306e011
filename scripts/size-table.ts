/** Prints how large each room of the packages and apps is: lines, files, functions, and its fullest directory. */
import { parseSync, Visitor } from 'oxc-parser';
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

const files = readTree(process.cwd()).filter(isProduct);
const rows = [...Map.groupBy(files, roomOf)]
  .map(([room, members]) => measure(room, members))
  .toSorted((a, b) => b.lines - a.lines);
const all = measure('all', files);

if (process.argv.includes('--json')) console.log(JSON.stringify({ rooms: rows, all }));
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
}

/** Returns the package or app of a file, and its room below `src`. */
function roomOf({ path }: SourceFile): string {
  const [, name = '', , room = ''] = path.split('/');
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
