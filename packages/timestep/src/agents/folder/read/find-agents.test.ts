import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { findAgents } from './find-agents.ts';
import { createTestFolder } from '../folder.fixture.ts';

function agentIn(folder: string): string {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'tsagent.json'), '{}');
  return folder;
}

it('finds one agent at its folder, its file and its manifest', () => {
  const folder = agentIn(join(createTestFolder({}), 'a'));
  const one = { kind: 'agent', paths: [folder], others: [] };
  expect(findAgents(folder)).toEqual(one);
  expect(findAgents(join(folder, 'tsagent.json'))).toEqual(one);
  const file = join(folder, 'b.md');
  writeFileSync(file, '');
  expect(findAgents(file)).toEqual({ ...one, paths: [file] });
  expect(findAgents(join(folder, 'none'))).toEqual({ kind: 'missing', paths: [], others: [] });
});

it('finds the agents of a folder, without what is hidden, for people or deeper', () => {
  const folder = createTestFolder({});
  const linked = agentIn(join(createTestFolder({}), 'linked'));
  for (const name of ['b', '.hidden', 'node_modules', 'deep/er']) agentIn(join(folder, name));
  for (const name of ['a.yaml', 'c.md', 'README.md', 'AGENTS.md', 'notes.txt', '.env']) {
    writeFileSync(join(folder, name), '');
  }
  symlinkSync(linked, join(folder, 'd'));
  symlinkSync(join(folder, 'loop'), join(folder, 'loop'));
  expect(findAgents(folder)).toEqual({
    kind: 'agents',
    paths: ['a.yaml', 'b', 'c.md', 'd'].map((name) => join(folder, name)),
    others: [join(folder, 'deep')],
  });
});
