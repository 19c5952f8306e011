import type { Examination } from '../port/index.ts';
import { plainLine } from './plain-text.ts';
import { tableOf } from './table.ts';

/** Findings about a database, as lines for people. */
export function examinationText({ place, seen, findings }: Examination): string[] {
  const rows = seen.map(([name, text]) => [name, plainLine(text)]);
  const said = findings.map(({ severity, message }) => `${severity}: ${plainLine(message)}`);
  const isFine = findings.every(({ severity }) => severity === 'note');
  const end = isFine ? ['nothing is wrong'] : [];
  return [...tableOf([['Database', place], ...rows]), '', ...said, ...end];
}

/** Findings about a database as JSON for programs, in snake_case like all shared data. */
export function examinationJson({ place, seen, facts, findings }: Examination): object {
  const rows = seen.map(([name, text]) => ({ name, text: plainLine(text) }));
  return {
    database: place,
    findings,
    ...(rows.length > 0 && { seen: rows }),
    ...(facts && { facts }),
  };
}
