import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { checkAgents } from '../read/check-agent.ts';
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

it('finds no agent in the files of a skill', () => {
  const folder = createTestFolder({
    'SKILL.md': '---\nname: pdf\ndescription: Reads PDF files.\n---\n\nRead.\n',
    'forms.md': 'Forms.',
  });
  expect(findAgents(folder).paths).toEqual([]);
  expect(checkAgents(folder).map(({ kind, path }) => [kind, path])).toEqual([
    ['skill', join(folder, 'SKILL.md')],
  ]);
});

it('checks each agent that a server of the folder would serve, once', () => {
  const folder = createTestFolder({
    'weigher.md': '---\ndescription: Weighs.\n---\n\nYou weigh.\n',
    'agents/deeper.md': '---\ndescription: Dives.\n---\n\nYou dive.\n',
    'README.md': 'About.',
  });
  agentIn(join(folder, 'a'));
  const names = checkAgents(folder).map(({ path }) => path.slice(folder.length + 1));
  expect(names).toEqual(['a', 'agents/deeper.md', 'weigher.md']);
});

it('finds the agents that other programs keep in a project, and watches their folders', () => {
  const agent = '---\ndescription: Helps.\n---\nYou help.\n';
  const files = ['.claude/agents/a.md', '.gemini/agents/b.md', '.github/agents/c.agent.md'];
  const folder = createTestFolder({
    ...Object.fromEntries(files.map((file) => [file, agent])),
    '.claude/agents/README.md': 'About.',
    '.claude/settings.json': '{}',
    'CLAUDE.md': 'Be kind.',
  });
  const paths = files.map((file) => join(folder, file));
  const places = ['.claude/agents', '.gemini/agents', '.github/agents'];
  expect(findAgents(folder)).toEqual({
    kind: 'agents',
    paths,
    others: places.map((place) => join(folder, place)),
  });
  expect(checkAgents(folder).map(({ path }) => path)).toEqual(paths);
});

it('checks the files below a folder that describe an agent, which are not served', () => {
  const agent = '---\nname: a\ndescription: Helps.\ntools: Read\n---\nYou help.\n';
  const folder = createTestFolder({
    'categories/core/a.md': agent,
    'categories/core/README.md': agent,
    'categories/core/notes.md': '---\ntitle: Notes\n---\nname: x\ndescription: y\n',
    'skills/pdf/SKILL.md': '---\nname: pdf\ndescription: Reads.\n---\nRead.\n',
    'skills/pdf/agents.md': agent,
  });
  expect(findAgents(folder).paths).toEqual([]);
  const checked = checkAgents(folder).map(({ path }) => path.slice(folder.length + 1));
  expect(checked).toEqual(['categories/core/a.md', 'skills/pdf/SKILL.md']);
});
