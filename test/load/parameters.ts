import { parseArgs } from 'node:util';

/** The size of each load; 0 skips a load. */
export interface Parameters {
  readonly inFlight: number;
  readonly subscribers: number;
  readonly words: number;
  readonly tasks: number;
  readonly json: boolean;
}

export const HELP = `Puts a server under load and prints what it cost, with a bound on what must not grow.

  npm run test:load                          everything, several minutes
  npm run test:load -- --in-flight 500 --subscribers 100 --tasks 1000

  --in-flight N     tasks under way at once (default 10000), first alone, then with a second process
                    at work on the same database
  --subscribers N   readers of one task that streams (default 2000)
  --words N         how many pieces it streams (default 50)
  --tasks N         tasks one after another (default 100000)
  --json            the last line is the result for programs
  0 leaves a load out.
`;

const DEFAULTS = { 'in-flight': 10_000, subscribers: 2000, words: 50, tasks: 100_000 } as const;

/** The parsed command line, or its error. */
export type Parsed =
  | { readonly kind: 'load'; readonly parameters: Parameters }
  | { readonly kind: 'help' }
  | { readonly kind: 'problem'; readonly problem: string };

export function parametersIn(args: readonly string[]): Parsed {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: {
        'in-flight': { type: 'string' },
        subscribers: { type: 'string' },
        words: { type: 'string' },
        tasks: { type: 'string' },
        json: { type: 'boolean' },
        help: { type: 'boolean', short: 'h' },
      },
    });
    if (values.help) return { kind: 'help' };
    const amount = (name: keyof typeof DEFAULTS): number => {
      const given = values[name];
      const number = given === undefined ? DEFAULTS[name] : Number(given);
      if (!Number.isInteger(number) || number < 0 || given === '') {
        throw new RangeError(`--${name} takes a whole number from 0, not "${given}"`);
      }
      return number;
    };
    const parameters = {
      inFlight: amount('in-flight'),
      subscribers: amount('subscribers'),
      words: amount('words'),
      tasks: amount('tasks'),
      json: values.json ?? false,
    };
    return { kind: 'load', parameters };
  } catch (thrown) {
    return { kind: 'problem', problem: thrown instanceof Error ? thrown.message : String(thrown) };
  }
}
