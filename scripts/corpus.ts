/** Loads every agent and skill below a folder, which others wrote, and says how many can be used. */
import { checkAgents, problemText, type Checked } from '../packages/timestep/src/folder/index.ts';

/** The share of a corpus that must be loaded. */
const LEAST_LOADED = 0.99;

/** What became of a corpus, in lines, and whether enough of it was loaded. */
export interface CorpusReport {
  readonly lines: readonly string[];
  readonly ok: boolean;
}

/** Counts what was loaded, and names every mistake of what was refused by file, line and field. */
export function corpusReport(checked: readonly Checked[]): CorpusReport {
  const refused = checked.filter((one) => mistakesOf(one).length > 0);
  const share = (checked.length - refused.length) / Math.max(1, checked.length);
  const rows = (['agent', 'skill'] as const).map((kind) => rowOf(kind, checked));
  const percent = `${Math.floor(share * 1000) / 10} % loaded, at least ${LEAST_LOADED * 100} % must be`;
  return {
    lines: [
      ...[HEAD, ...rows].map((row) => row.map((cell) => String(cell).padStart(WIDTH)).join('')),
      ...refused.flatMap(mistakesOf),
      percent,
    ],
    ok: checked.length > 0 && share >= LEAST_LOADED,
  };
}

const HEAD = ['', 'found', 'loaded', 'refused', 'warned of'];
const WIDTH = 11;

function rowOf(kind: string, checked: readonly Checked[]): readonly (string | number)[] {
  const found = checked.filter((one) => one.kind === kind);
  const refused = found.filter((one) => mistakesOf(one).length > 0).length;
  const warned = found.filter(({ problems }) => problems.length > 0).length - refused;
  return [kind, found.length, found.length - refused, refused, warned];
}

function mistakesOf({ problems }: Checked): string[] {
  return problems.filter(({ severity }) => severity === 'mistake').map(problemText);
}

if (import.meta.main) {
  const [folder] = process.argv.slice(2);
  if (folder === undefined) {
    process.stderr.write('Usage: npm run corpus -- DIR\n');
    process.exitCode = 2;
  } else {
    const { lines, ok } = corpusReport(checkAgents(folder, {}));
    process.stdout.write(`${lines.join('\n')}\n`);
    if (!ok) process.exitCode = 1;
  }
}
