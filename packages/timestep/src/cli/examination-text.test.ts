import { expect, it } from 'vitest';
import { examinationJson, examinationText } from './examination-text.ts';

it('lays out what was seen, then what was found', () => {
  const findings = [{ severity: 'note', code: 'x', message: 'old: do this' }] as const;
  const seen = [
    ['Schema', '1'],
    ['Waiting', 't2\u001B for 1 min'],
  ] as const;
  expect(examinationText({ place: 'tasks.db', seen, findings })).toEqual([
    'Database  tasks.db',
    'Schema    1',
    'Waiting   t2\u{FFFD} for 1 min',
    '',
    'note: old: do this',
    'nothing is wrong',
  ]);
});

it('says no more than what was found of a file that cannot be read', () => {
  const findings = [{ severity: 'problem', code: 'corrupt', message: 'damaged' }] as const;
  const examination = { place: 'tasks.db', seen: [], findings };
  expect(examinationText(examination)).toEqual(['Database  tasks.db', '', 'problem: damaged']);
  expect(examinationJson(examination)).toEqual({ database: 'tasks.db', findings });
  const facts = { schema_version: 1 };
  expect(examinationJson({ ...examination, facts })).toEqual({
    database: 'tasks.db',
    findings,
    facts,
  });
});
