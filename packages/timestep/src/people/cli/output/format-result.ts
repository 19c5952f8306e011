import type { OptionValues } from '../command.ts';

export interface Result {
  readonly json: () => unknown;
  readonly lines: () => readonly string[];
  readonly indent?: number | undefined;
}

/** Formats the result of a command: as JSON with `--json`, otherwise as lines of text. */
export function formatResult(values: OptionValues, { json, lines, indent }: Result): string {
  const text = values.isSet('json')
    ? JSON.stringify(json(), undefined, indent)
    : lines().join('\n');
  return `${text}\n`;
}
