import { usage } from './command-error.ts';
import { textOf, type Option, type OptionValues } from './command.ts';
import { PRIVATE_MODE, writeNewFile } from './new-file.ts';

const FORMS = ['events', 'transcript'] as const;

/** What is written out: events as lines of JSON, or the messages as JSON. */
export type ExportForm = (typeof FORMS)[number];

/** The options of commands that write something out. */
export const EXPORT_OPTIONS: Readonly<Record<'form' | 'output', Option>> = {
  form: { type: 'string', value: 'FORM', about: `${FORMS.join(' or ')} (default events)` },
  output: { type: 'string', value: 'FILE', about: 'a new file (default: standard output)' },
};

export function exportFormOf(values: OptionValues): ExportForm {
  const given = textOf(values, 'form') ?? 'events';
  const form = FORMS.find((known) => known === given);
  if (!form) throw usage(`"${given}" is not a form: it is ${FORMS.join(' or ')}`);
  return form;
}

/** Writes pieces to the new file that is named, or else to standard output. */
export async function writeOut(
  pieces: AsyncIterable<string>,
  values: OptionValues,
  write: (text: string) => void,
): Promise<void> {
  const output = textOf(values, 'output');
  if (output === undefined) for await (const piece of pieces) write(piece);
  else await writeNewFile(output, pieces, PRIVATE_MODE);
}
