import { parseArgs } from 'node:util';

export interface Asked {
  readonly suites: readonly string[];
  readonly rounds: number | undefined;
  readonly json: boolean;
  /** A folder of data that is not part of the repository. */
  readonly data: string | undefined;
  readonly help: boolean;
}

/** The parsed command line, or its error. */
export type Parsed =
  | { readonly ok: true; readonly asked: Asked }
  | { readonly ok: false; readonly problem: string };

/**
 * Parses the command line. Without a suite name, all suites run in their order; suites that need
 * data only with `--data`.
 */
export function parseArguments(
  args: readonly string[],
  known: readonly string[],
  needingData: readonly string[] = [],
): Parsed {
  let values: { json?: boolean; help?: boolean; rounds?: string; data?: string };
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
      ? data !== undefined || !needingData.includes(name)
      : positionals.includes(name),
  );
  return { ok: true, asked: { suites, rounds, json, data, help } };
}
