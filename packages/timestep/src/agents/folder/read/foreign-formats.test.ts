import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createTestFolder } from '../folder.fixture.ts';
import { formatProblem } from '../problem.ts';
import { checkAgents } from './check-agent.ts';

it.each([
  ['docker-agent', 'version: "2"\nagents:\n  root:\n    model: a/b\n    instruction: Help.\n'],
  ['docker-agent', 'agents:\n  root: { instruction: Help. }\nmodels: {}\n'],
  ['docker-agent', 'agents:\n  root: { model: auto }\nmetadata:\n  author: ada\n'],
  ['CrewAI', 'researcher:\n  role: Researcher\n  goal: Find\n  backstory: Old\n'],
  ['CrewAI', 'research:\n  description: Find\n  expected_output: A list\n  agent: researcher\n'],
  ['Google ADK', 'agent_class: LlmAgent\nname: a\ninstruction: Help.\n'],
  ['Docker Compose', 'services:\n  web: { image: nginx }\n'],
  ['GitHub Actions', 'on: push\njobs:\n  test: { runs-on: ubuntu }\n'],
  ['Kubernetes', 'apiVersion: v1\nkind: Agent\nmetadata:\n  name: a\n'],
])('names %s as the program of a file', (program, text) => {
  const path = join(createTestFolder({ 'x.yaml': text }), 'x.yaml');
  expect(checkAgents(path).flatMap((one) => one.problems.map(formatProblem))).toEqual([
    expect.stringContaining(`x.yaml:1 is a file of ${program}, which is not read: write`),
  ]);
});

it.each(['metadata:\n  name: a\nsystemPrompt: Help.\nagents: [b]\n', 'systemPrompt: Help.\n'])(
  'takes a file of an agent for no other format: %s',
  (text) => {
    const folder = createTestFolder({ 'x.yaml': text });
    const said = checkAgents(join(folder, 'x.yaml')).flatMap((one) => one.problems);
    expect(said.filter(({ message }) => message.includes('is a file of'))).toEqual([]);
  },
);
