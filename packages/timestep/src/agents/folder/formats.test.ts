import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { type FoundAgents, findAgents } from './storage/find-agents.ts';
import { createTestFolder } from './folder.fixture.ts';
import { FolderError, throwIfMistakes } from './problem.ts';
import { checkAgents } from './read/check-agent.ts';
import { readAgentFolder } from './read/read-agent-folder.ts';
import { importAgent } from './write/import-agent.ts';

/** How a kind of file is treated: as an agent, as several agents, by an import of the file, or refused. */
type Treatment = 'read' | 'several' | 'imported' | 'refused';

interface Kind {
  /** The format, as `docs/formats.md` names it. */
  readonly format: string;
  readonly treatment: Treatment;
  /** Files of one sample. */
  readonly files: Readonly<Record<string, string | object>>;
  /** Path that a person gives. */
  readonly path: string;
  /** Other forms of the kind, each with the path that a person gives. */
  readonly siblings?: Readonly<Record<string, string | object>>;
  /** The test of all forms of the kind. */
  readonly test: string;
}

const AGENT = { 'tsagent.json': { metadata: { name: 'a' } } };
const SERVERS = { mcpServers: { s: { command: 'c' } } };
const TEXT = '---\nname: a\ndescription: Helps.\n---\nYou help.\n';
const DOCKER = 'agents:\n  root: { model: a/b, instruction: Help. }\n';
const CREW = 'r: { role: Researcher, goal: Find, backstory: Old }\n';
const TASKS = 't: { description: Find, expected_output: A list }\n';
const ADK = 'agent_class: LlmAgent\ninstruction: Help.\n';

const KINDS: readonly Kind[] = [
  {
    format: 'agent folder',
    treatment: 'read',
    files: { ...AGENT, 'rules/r.mdt': 'Be kind.' },
    path: '',
    siblings: { 'b/tsagent.json': { metadata: { name: 'b' } } },
    test: 'read/known-fields.test.ts',
  },
  {
    format: 'agent in YAML',
    treatment: 'read',
    files: { 'a.yaml': 'metadata:\n  name: a\nsystemPrompt: Help.\n' },
    path: 'a.yaml',
    siblings: { 'a.yml': 'metadata: { name: a }\nagents: []\n' },
    test: 'read/foreign-formats.test.ts',
  },
  ...[
    ['Claude Code agent', '.claude/agents/a.md', '.claude/agents/b.md'],
    ['opencode agent', '.opencode/agents/a.md', '.opencode/agent/b.md'],
    ['Gemini CLI agent', '.gemini/agents/a.md', '.gemini/agents/b.md'],
    ['Copilot agent', '.github/agents/a.agent.md', '.github/chatmodes/b.chatmode.md'],
  ].map(([format = '', path = '', sibling = '']): Kind => ({
    format,
    treatment: 'read',
    files: { [path]: TEXT },
    path,
    siblings: { [sibling]: 'You help.' },
    test: 'read/markdown-agent.test.ts',
  })),
  {
    format: 'skill',
    treatment: 'imported',
    files: { 'a/SKILL.md': TEXT },
    path: 'a/SKILL.md',
    siblings: { '.claude/skills/a/SKILL.md': TEXT, '.agents/skills/a/SKILL.md': TEXT },
    test: 'read/skill-file.test.ts',
  },
  {
    format: 'instructions of a project',
    treatment: 'read',
    files: { ...AGENT, 'AGENTS.md': 'Be kind.' },
    path: '',
    test: 'storage/describe-path-without-agent.test.ts',
  },
  {
    format: 'instructions alone',
    treatment: 'imported',
    files: { 'CLAUDE.md': 'Be kind.' },
    path: 'CLAUDE.md',
    siblings: { 'GEMINI.md': 'Be kind.', 'AGENTS.md': 'Be kind.', 'instructions.md': 'Be kind.' },
    test: 'storage/describe-path-without-agent.test.ts',
  },
  {
    format: 'servers of an agent',
    treatment: 'read',
    files: { ...AGENT, 'mcp.json': '{ "servers": {}, // none\n }' },
    path: '',
    test: 'read/foreign-placeholders.test.ts',
  },
  {
    format: 'servers alone',
    treatment: 'refused',
    files: { '.mcp.json': SERVERS },
    path: '.mcp.json',
    siblings: { '.vscode/mcp.json': SERVERS, '.cursor/mcp.json': SERVERS, 'opencode.jsonc': '{}' },
    test: 'storage/describe-path-without-agent.test.ts',
  },
  {
    format: 'project folder',
    treatment: 'several',
    files: { '.claude/agents/a.md': TEXT, 'CLAUDE.md': 'Be kind.', '.mcp.json': SERVERS },
    path: '',
    test: 'storage/find-agents.test.ts',
  },
  {
    format: 'registry entry',
    treatment: 'read',
    files: { 'tsagent.json': { metadata: { name: 'a', registry: { name: 'io.x/a' } } } },
    path: '',
    test: 'read/registry-entry.test.ts',
  },
  {
    format: 'docker-agent',
    treatment: 'refused',
    files: { 'team.yaml': DOCKER },
    path: 'team.yaml',
    siblings: { 'other.yml': 'version: "2"\nagents:\n  root: { model: auto }\n' },
    test: 'read/foreign-formats.test.ts',
  },
  {
    format: 'CrewAI',
    treatment: 'refused',
    files: { 'config/agents.yaml': CREW },
    path: '',
    siblings: { 'config/agents.yaml': CREW, 'config/tasks.yaml': TASKS },
    test: 'read/foreign-formats.test.ts',
  },
  {
    format: 'Google ADK',
    treatment: 'refused',
    files: { 'root_agent.yaml': ADK },
    path: 'root_agent.yaml',
    test: 'read/foreign-formats.test.ts',
  },
  {
    format: 'eve',
    treatment: 'refused',
    files: { 'agent/agent.ts': '', 'agent/instructions.md': 'Help.' },
    path: '',
    test: 'storage/describe-path-without-agent.test.ts',
  },
  {
    format: 'LangGraph',
    treatment: 'refused',
    files: { 'langgraph.json': {} },
    path: '',
    siblings: { 'langgraph.json': {} },
    test: 'storage/describe-path-without-agent.test.ts',
  },
  {
    format: 'text for people',
    treatment: 'refused',
    files: { 'README.md': 'About.' },
    path: 'README.md',
    siblings: { 'CONTRIBUTING.md': 'x', 'CHANGELOG.md': 'x', 'LICENSE.md': 'x' },
    test: 'storage/describe-path-without-agent.test.ts',
  },
];

const SAMPLES = KINDS.flatMap((kind) => [
  { ...kind, name: `${kind.format} at ${kind.path || 'a folder'}` },
  ...Object.entries(kind.siblings ?? {}).map(([path, text]) => ({
    ...kind,
    name: `${kind.format} at ${path}`,
    files: { ...kind.files, [path]: text },
    path,
  })),
]);

/** The commands that accept a path of each treatment. */
const ACCEPTING: Readonly<Record<Treatment, readonly string[]>> = {
  read: ['check', 'chat', 'import'],
  imported: ['check', 'chat', 'import'],
  several: ['check', 'serve'],
  refused: [],
};

async function listAccepting(path: string, target: string): Promise<readonly string[]> {
  const attempts: Readonly<Record<string, () => unknown>> = {
    check: () => checkAgents(path, {}).forEach(({ problems }) => throwIfMistakes(problems)),
    serve: () => requireSeveral(findAgents(path)),
    chat: () => readAgentFolder(path, { env: {} }),
    import: () => importAgent(path, target),
  };
  const accepting: string[] = [];
  for (const [command, attempt] of Object.entries(attempts)) {
    if (await tryAttempt(attempt)) accepting.push(command);
  }
  return accepting;
}

function requireSeveral({ kind, paths }: FoundAgents): void {
  if (kind !== 'agents' || paths.length === 0) throw new FolderError('contains no agents');
}

async function tryAttempt(attempt: () => unknown): Promise<boolean> {
  try {
    await attempt();
    return true;
  } catch (thrown) {
    if (thrown instanceof FolderError) return false;
    throw thrown;
  }
}

it.each(SAMPLES)('treats $name alike in all commands: $treatment', async (sample) => {
  const folder = createTestFolder(sample.files);
  const accepting = await listAccepting(join(folder, sample.path), join(folder, 'new'));
  expect(accepting).toEqual(ACCEPTING[sample.treatment]);
});

it('is documented for each format', () => {
  const page = readFileSync(join(import.meta.dirname, '../../../../../docs/formats.md'), 'utf8');
  const rows = page
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .map((line) => line.split(' | ')[0]?.slice(2));
  expect(rows).toEqual(['Format', ...KINDS.map(({ format }) => format)]);
});

it('has a test of all forms for each format', () => {
  for (const { test } of KINDS) {
    expect(readFileSync(join(import.meta.dirname, test), 'utf8')).toContain('expect(');
  }
});
