import { expect, it } from 'vitest';
import { NEW_PARTS, createNewFileEdit } from './new-file-text.ts';

it('begins each part where the agent looks for it, under its name', () => {
  expect(NEW_PARTS.map((part) => createNewFileEdit(part, 'be-kind')?.path)).toEqual([
    'rules/be-kind.mdt',
    'references/be-kind.mdt',
    'skills/be-kind/SKILL.md',
  ]);
  for (const part of NEW_PARTS) {
    expect(createNewFileEdit(part, 'be-kind')?.text).toContain('\nname: be-kind\n');
  }
});

it('takes no name that leads elsewhere', () => {
  for (const name of ['', '../x', 'a/b', 'A', 'a b', '-a', 'a'.repeat(65)]) {
    expect([name, createNewFileEdit('rule', name)]).toEqual([name, undefined]);
  }
});
