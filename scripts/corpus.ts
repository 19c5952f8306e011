/** Loads the agents and skills below a folder of third-party files; reports how many load. */
import {
  checkAgents,
  formatProblem,
  type CheckResult,
} from '../packages/timestep/src/agents/folder/index.ts';

/** Minimum share of a corpus that must load. */
const LEAST_LOADED = 0.99;

/** The result for a corpus as lines of text, and whether enough of it was loaded. */
export interface CorpusReport {
  readonly lines: readonly string[];
  readonly ok: boolean;
}

/** Counts loaded agents and skills, and lists the errors of the others by file, line and field. */
export function createCorpusReport(checked: readonly CheckResult[]): CorpusReport {
  const refused = checked.filter((one) => formatMistakes(one).length > 0);
  const share = (checked.length - refused.length) / Math.max(1, checked.length);
  const rows = (['agent', 'skill'] as const).map((kind) => formatRow(kind, checked));
  const percent = `${Math.floor(share * 1000) / 10} % loaded, at least ${LEAST_LOADED * 100} % must be`;
  return {
    lines: [
      ...[HEAD, ...rows].map((row) => row.map((cell) => String(cell).padStart(WIDTH)).join('')),
      ...refused.flatMap(formatMistakes),
      percent,
    ],
    ok: checked.length > 0 && share >= LEAST_LOADED,
  };
}

const HEAD = ['', 'found', 'loaded', 'refused', 'warned of'];
const WIDTH = 11;

function formatRow(kind: string, checked: readonly CheckResult[]): readonly (string | number)[] {
  const found = checked.filter((one) => one.kind === kind);
  const refused = found.filter((one) => formatMistakes(one).length > 0).length;
  const warned = found.filter(({ problems }) => problems.length > 0).length - refused;
  return [kind, found.length, found.length - refused, refused, warned];
}

function formatMistakes({ problems }: CheckResult): string[] {
  return problems.filter(({ severity }) => severity === 'mistake').map(formatProblem);
}

if (import.meta.main) {
  const [folder] = process.argv.slice(2);
  if (folder === undefined) {
    process.stderr.write('Usage: npm run corpus -- DIR\n');
    process.exitCode = 2;
  } else {
    const { lines, ok } = createCorpusReport(checkAgents(folder, {}));
    process.stdout.write(`${lines.join('\n')}\n`);
    if (!ok) process.exitCode = 1;
  }
}
