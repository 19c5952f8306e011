import { parseArgs } from 'node:util';

export interface Asked {
  readonly suites: readonly string[];
  readonly rounds: number | undefined;
  readonly json: boolean;
  /** A folder of data that is not part of the repository. */
  readonly data: string | undefined;
  /** From which a suite draws its random choices. */
  readonly seed?: number;
  /** The subjects of a suite that are run. */
  readonly only?: readonly string[];
  /** A file of what a suite has measured so far. */
  readonly keep?: string;
  readonly help: boolean;
}

/** The parsed command line, or its error. */
export type Parsed =
  | { readonly ok: true; readonly asked: Asked }
  | { readonly ok: false; readonly problem: string };

/**
 * Parses the command line. Without a suite name, all suites run in their order, except long
 * suites; suites that need data run only with `--data`.
 */
export function parseArguments(
  args: readonly string[],
  known: readonly string[],
  needingData: readonly string[] = [],
  byName: readonly string[] = [],
): Parsed {
  let values: Values;
  let positionals: string[];
  try {
    ({ values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        json: { type: 'boolean' },
        help: { type: 'boolean', short: 'h' },
        rounds: { type: 'string' },
        data: { type: 'string' },
        seed: { type: 'string' },
        only: { type: 'string' },
        keep: { type: 'string' },
      },
    }));
  } catch (error) {
    return { ok: false, problem: error instanceof Error ? error.message : String(error) };
  }
  const { json = false, help = false, data } = values;
  const strange = positionals.find((name) => !known.includes(name));
  if (strange !== undefined) {
    return { ok: false, problem: `there is no suite ${strange}; there are ${known.join(', ')}` };
  }
  const rounds = values.rounds === undefined ? undefined : Number(values.rounds);
  if (rounds !== undefined && !(Number.isInteger(rounds) && rounds > 0)) {
    return { ok: false, problem: `--rounds takes a whole number from 1, not ${values.rounds}` };
  }
  const suites = known.filter((name) =>
    positionals.length === 0
      ? !byName.includes(name) && (data !== undefined || !needingData.includes(name))
      : positionals.includes(name),
  );
  const seed = values.seed === undefined ? undefined : Number(values.seed);
  if (seed !== undefined && !Number.isSafeInteger(seed)) {
    return { ok: false, problem: `--seed takes a whole number, not ${values.seed}` };
  }
  const chosen = {
    ...(seed !== undefined && { seed }),
    ...(values.only !== undefined && { only: values.only.split(',') }),
    ...(values.keep !== undefined && { keep: values.keep }),
  };
  return { ok: true, asked: { suites, rounds, json, data, help, ...chosen } };
}

interface Values {
  readonly json?: boolean;
  readonly help?: boolean;
  readonly rounds?: string;
  readonly data?: string;
  readonly seed?: string;
  readonly only?: string;
  readonly keep?: string;
}
