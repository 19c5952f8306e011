import { createUsageError } from '../command-error.ts';
import { getOptionText, type Option, type OptionValues } from '../command.ts';
import { PRIVATE_MODE, writeNewFile } from './new-file.ts';

const FORMS = ['events', 'transcript'] as const;

/** Format of an export: events as JSON lines, or the messages as one JSON document. */
export type ExportForm = (typeof FORMS)[number];

/** Options of the export commands. */
export const EXPORT_OPTIONS: Readonly<Record<'form' | 'output', Option>> = {
  form: { type: 'string', value: 'FORM', about: `format: ${FORMS.join(' or ')} (default events)` },
  output: {
    type: 'string',
    value: 'FILE',
    about: 'new file to write to (default: standard output)',
  },
};

export function readExportForm(values: OptionValues): ExportForm {
  const given = getOptionText(values, 'form') ?? 'events';
  const form = FORMS.find((known) => known === given);
  if (!form) throw createUsageError(`invalid --form "${given}": use ${FORMS.join(' or ')}`);
  return form;
}

/**
 * Writes chunks of text to the file given with `--output`, which must not exist, or to standard
 * output.
 */
export async function writeExport(
  pieces: AsyncIterable<string>,
  values: OptionValues,
  write: (text: string) => void,
): Promise<void> {
  const output = getOptionText(values, 'output');
  if (output === undefined) for await (const piece of pieces) write(piece);
  else await writeNewFile(output, pieces, PRIVATE_MODE);
}
