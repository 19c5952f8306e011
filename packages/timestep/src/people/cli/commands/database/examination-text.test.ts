import { expect, it } from 'vitest';
import { examinationToJson, formatExamination } from './examination-text.ts';

it('lays out what was seen, then what was found', () => {
  const findings = [{ severity: 'note', code: 'x', message: 'old: do this' }] as const;
  const seen = [
    ['Schema', '1'],
    ['Waiting', 't2\u001B for 1 min'],
  ] as const;
  expect(formatExamination({ place: 'tasks.db', seen, findings })).toEqual([
    'Database  tasks.db',
    'Schema    1',
    'Waiting   t2\\u{1b} for 1 min',
    '',
    'note: old: do this',
    'no problems found',
  ]);
});

it('says no more than what was found of a file that cannot be read', () => {
  const findings = [{ severity: 'problem', code: 'corrupt', message: 'damaged' }] as const;
  const examination = { place: 'tasks.db', seen: [], findings };
  expect(formatExamination(examination)).toEqual(['Database  tasks.db', '', 'problem: damaged']);
  expect(examinationToJson(examination)).toEqual({ database: 'tasks.db', findings });
  const facts = { schema_version: 1 };
  expect(examinationToJson({ ...examination, facts })).toEqual({
    database: 'tasks.db',
    findings,
    facts,
  });
});
