import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { edited } from '../../crash/edit.ts';
import { MUTANTS } from './mutants.ts';
import { sendRequest, type Finding } from './send-request.ts';

/** A sample; `npm run test:requests` sends as many as it is told to. */
const REQUESTS = 2000;

it('sends nothing that a model provider refuses, and loses no text of a message', async () => {
  const findings: Finding[] = [];
  for (let index = 0; index < REQUESTS; index += 1) findings.push(...(await sendRequest(2, index)));
  expect(findings).toEqual([]);
});

it.each(MUTANTS)('finds the sources that it edits, so that $name', ({ edits }) => {
  expect(edits).not.toEqual([]);
  for (const edit of edits) {
    const source = readFileSync(`packages/timestep/src/${edit.file}`, 'utf8');
    expect(edited(source, [edit])).not.toBe(source);
  }
});
