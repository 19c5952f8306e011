import { formatForeignLine } from '#core';
import type { Examination } from '#engine/port';
import { formatTable } from '../../output/plain-text.ts';

export function formatExamination({ place, seen, findings }: Examination): string[] {
  const rows = seen.map(([name, text]) => [name, formatForeignLine(text)]);
  const said = findings.map(
    ({ severity, message }) => `${severity}: ${formatForeignLine(message)}`,
  );
  const isFine = findings.every(({ severity }) => severity === 'note');
  const end = isFine ? ['no problems found'] : [];
  return [...formatTable([['Database', place], ...rows]), '', ...said, ...end];
}

/** The output of `timestep doctor --json`. */
export interface ExaminationJson extends Pick<Examination, 'facts' | 'findings'> {
  readonly database: string;
  readonly seen?: readonly { readonly name: string; readonly text: string }[];
}

export function examinationToJson(examination: Examination): ExaminationJson {
  const { place, seen, facts, findings } = examination;
  const rows = seen.map(([name, text]) => ({ name, text: formatForeignLine(text) }));
  return {
    database: place,
    findings,
    ...(rows.length > 0 && { seen: rows }),
    ...(facts && { facts }),
  };
}
