import { expect, it } from 'vitest';
import type { FolderProblem } from '../problem.ts';
import { createTestFolder } from '../folder.fixture.ts';
import { parseMarkdownAgent } from './markdown-agent.ts';
import { readAgentFolder } from './read-agent-folder.ts';

function parse(front: string, fileName = 'one.md') {
  const problems: FolderProblem[] = [];
  const text = `---\ndescription: Helps.\n${front}\n---\n\nYou help.\n`;
  const manifest = parseMarkdownAgent(text, fileName, fileName, (one) => void problems.push(one));
  const settings = manifest?.fields.getObject('settings').value ?? {};
  return { settings, problems, name: manifest?.fields.getObject('metadata').value['name'] };
}

it.each([
  ['gpt-5-mini', 'gpt-5-mini'],
  ['openai/gpt-5-mini', 'openai/gpt-5-mini'],
  ['claude-sonnet-4-5', 'anthropic/claude-sonnet-4-5'],
  ['gemini-2.5-pro', 'google/gemini-2.5-pro'],
  ['ft:gpt-4o:My-Org:a', 'ft:gpt-4o:My-Org:a'],
  ['o4-mini', 'o4-mini'],
  ['groq/Qwen3-8B', 'groq/Qwen3-8B'],
])('takes the model %s', (model, expected) => {
  const { settings, problems } = parse(`model: ${model}`);
  expect(settings).toEqual({ model: expected });
  expect(problems).toEqual([]);
});

it.each([
  'Claude Sonnet 4.5',
  `GPT-5 | 'Claude Opus 4'`,
  'GPT-5',
  'GPT-5 (copilot)',
  'sonnet[1m]',
  'sonnet',
  'auto',
  'Qwen3-8B',
  'qwen3-8b',
  'gpt-oss-20b',
  'grok-code-fast-1',
  'llama3.2',
  '[GPT-5, Claude Opus 4]',
])('warns of %s, which is not the id of a model', (model) => {
  const { settings, problems } = parse(`model: ${model}`);
  expect(settings).toEqual({});
  expect(problems).toMatchObject([{ severity: 'warning', field: 'model' }]);
});

it.each([
  ['clerk.agent.md', 'clerk'],
  ['clerk.chatmode.md', 'clerk'],
  ['clerk.md', 'clerk'],
  ['.agent.md', '.agent'],
  ['v1.2.md', 'v1.2'],
])('names the agent of %s', (fileName, name) => {
  expect(parse('', fileName).name).toBe(name);
});

it('names the line of a problem in the servers of a Copilot agent', () => {
  const text =
    '---\ndescription: Helps.\nmcp-servers:\n  s:\n    command: c\n    env: { KEY: $KEY }\n---\nHelp.\n';
  const folder = createTestFolder({ 'a.agent.md': text });
  expect(() => readAgentFolder(`${folder}/a.agent.md`)).toThrow(
    'a.agent.md:6 mcpServers.s.env.KEY',
  );
});

it('carries over the servers of a Copilot agent with the tools of both lists', () => {
  const folder = createTestFolder({
    'clerk.agent.md': `---
description: Looks things up.
tools: ['archive/*', 'sky/get']
mcp-servers:
  archive:
    type: local
    command: archive-server
    tools: ['find']
  sky:
    type: local
    command: sky-server
    tools: ['*']
---

You find papers.
`,
  });
  const { servers } = readAgentFolder(`${folder}/clerk.agent.md`);
  const enabled = servers.map(({ name, enabled: { serverDefault, tools } }) => [
    name,
    serverDefault,
    Object.fromEntries(tools),
  ]);
  expect(enabled).toEqual([
    ['archive', false, { find: true }],
    ['sky', false, { get: true }],
  ]);
});
