import type { OptionValues } from '../command.ts';

/** Formats the result of a command: as JSON with `--json`, otherwise as lines of text. */
export function formatResult(
  values: OptionValues,
  json: unknown,
  lines: readonly string[],
  indent?: number,
): string {
  if (values.isSet('json')) return `${JSON.stringify(json, undefined, indent)}\n`;
  return `${lines.join('\n')}\n`;
}
