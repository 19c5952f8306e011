import type { Examination } from '#engine/port';
import { toPlainLine } from '../../output/plain-text.ts';
import { formatTable } from '../../output/table.ts';

export function formatExamination({ place, seen, findings }: Examination): string[] {
  const rows = seen.map(([name, text]) => [name, toPlainLine(text)]);
  const said = findings.map(({ severity, message }) => `${severity}: ${toPlainLine(message)}`);
  const isFine = findings.every(({ severity }) => severity === 'note');
  const end = isFine ? ['no problems found'] : [];
  return [...formatTable([['Database', place], ...rows]), '', ...said, ...end];
}

export function examinationToJson({ place, seen, facts, findings }: Examination): object {
  const rows = seen.map(([name, text]) => ({ name, text: toPlainLine(text) }));
  return {
    database: place,
    findings,
    ...(rows.length > 0 && { seen: rows }),
    ...(facts && { facts }),
  };
}
