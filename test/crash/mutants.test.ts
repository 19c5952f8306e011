import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { edited } from './edit.ts';
import { EXPORT_MUTANTS, MUTANTS } from './mutants.ts';
import { ORCHESTRA_MUTANTS } from './orchestra/mutants.ts';

it.each([...MUTANTS, ...EXPORT_MUTANTS, ...ORCHESTRA_MUTANTS])(
  'finds the sources that it edits, so that $name',
  ({ edits }) => {
    expect(edits).not.toEqual([]);
    for (const [file, ofFile] of Map.groupBy(edits, (one) => one.file)) {
      const source = readFileSync(`packages/timestep/src/${file}`, 'utf8');
      expect(edited(source, ofFile)).not.toBe(source);
    }
  },
);
