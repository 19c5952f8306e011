import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createTestFolder } from '../folder.fixture.ts';
import { checkAgents } from '../read/check-agent.ts';
import { readAgentFolder } from '../read/read-agent-folder.ts';
import { importAgent } from '../write/import-agent.ts';
import { describePathWithoutAgent } from './describe-path-without-agent.ts';

const AGENT = '---\nname: a\ndescription: Helps.\n---\nYou help.\n';
const SKILL = '---\nname: pdf\ndescription: Reads PDF files.\n---\nRead.\n';
const SERVERS = { mcpServers: { s: { command: 'c' } } };

/** What is found at a path instead of an agent, and what its messages say. */
const FOUND: readonly (readonly [
  kind: string,
  files: Readonly<Record<string, string | object>>,
  path: string,
  advice: string,
])[] = [
  ['nothing', {}, 'none', 'there is no such file or folder'],
  ['a file of servers', { '.mcp.json': SERVERS }, '.mcp.json', 'copy the servers of .mcp.json'],
  [
    'servers of an editor',
    { 'mcp.jsonc': '//\n{}' },
    'mcp.jsonc',
    'to mcp.json of an agent folder',
  ],
  ['a skill', { 'pdf/SKILL.md': SKILL }, 'pdf', 'import its SKILL.md'],
  ['a project with agents', { '.claude/agents/a.md': AGENT }, '', 'such as .claude/agents/a.md'],
  ['a project with skills', { '.claude/skills/pdf/SKILL.md': SKILL }, '', 'pdf/SKILL.md'],
  ['deeper agents', { 'x/y/b/tsagent.json': { metadata: { name: 'b' } } }, '', 'such as x/y/b'],
  ['instructions of Claude Code', { 'CLAUDE.md': 'Be kind.' }, '', 'import CLAUDE.md'],
  ['instructions of all programs', { 'AGENTS.md': 'Be kind.' }, '', 'import AGENTS.md'],
  ['servers alone', { '.mcp.json': SERVERS }, '', 'put .mcp.json next to the tsagent.json'],
  ['an agent of eve', { 'agent.ts': '', 'instructions.md': 'x' }, '', 'belongs to eve'],
  [
    'a project of eve',
    { 'agent/agent.ts': '', 'agent/instructions.md': 'x' },
    '',
    'belongs to eve',
  ],
  ['a project of CrewAI', { 'config/agents.yaml': 'r: {}' }, '', 'belongs to CrewAI'],
  ['a project of LangGraph', { 'langgraph.json': {} }, '', 'belongs to LangGraph'],
];

it.each(FOUND)('says what to do with %s, also when it is read or imported', async (...row) => {
  const [, files, path, advice] = row;
  const folder = createTestFolder(files);
  const whole = join(folder, path);
  expect(describePathWithoutAgent(whole)).toContain(advice);
  expect(() => readAgentFolder(whole)).toThrow(advice);
  await expect(importAgent(whole, join(folder, 'new'))).rejects.toThrow(advice);
});

it.each(['README.md', 'readme.md', 'README.de.md', 'CONTRIBUTING.md', 'CHANGELOG.md'])(
  'refuses %s, which is for people',
  async (name) => {
    const folder = createTestFolder({ [name]: '# Project\n\nAbout.\n' });
    const path = join(folder, name);
    expect(() => readAgentFolder(path)).toThrow('is for people, not an agent');
    await expect(importAgent(path, join(folder, 'new'))).rejects.toThrow('is for people');
    expect(checkAgents(path)).toMatchObject([{ problems: [{ severity: 'mistake' }] }]);
    expect(() => checkAgents(folder)).toThrow('contains no agent or skill');
  },
);

it('imports the instructions of a project and a skill by their files', async () => {
  const folder = createTestFolder({ 'CLAUDE.md': 'Be kind.\n', 'pdf/SKILL.md': SKILL });
  await importAgent(join(folder, 'CLAUDE.md'), join(folder, 'a'));
  await importAgent(join(folder, 'pdf/SKILL.md'), join(folder, 'b'));
  expect(readAgentFolder(join(folder, 'a')).prompt).toBe('Be kind.');
  expect(readAgentFolder(join(folder, 'b'))).toMatchObject({ name: 'pdf', prompt: 'Read.' });
});
