import { expect, it } from 'vitest';
import { oneWayToCall } from './one-way-to-call.ts';
import { readTree } from '../source/source-tree.ts';

const SOURCE = 'packages/timestep/src';
const USERS = {
  'agents/calling/client/remote-agent-client.ts':
    "import { createA2AAgent, connectA2A } from '../../a2a/index.ts';",
  'agents/calling/handoff/handoff-tool.ts': "import { requestHandoff } from '../../mcp/index.ts';",
  'agents/calling/task-report.ts': "import { buildFullTaskOutcome } from '../core/index.ts';",
};

function problemsOf(files: Readonly<Record<string, string>>): readonly string[] {
  const sources = Object.entries(files).map(([path, text]) => ({
    path: `${SOURCE}/${path}`,
    text,
  }));
  return oneWayToCall(sources).problems;
}

it('passes one user each, the rooms that declare the functions, tests and what is published', () => {
  const problems = problemsOf({
    ...USERS,
    'index.ts': "export { createA2AAgent } from './a2a/index.ts';",
    'protocols/a2a/client/a2a-agent.ts': 'export function createA2AAgent() {}',
    'runner/waits.ts': '/** Not as buildFullTaskOutcome does it. */\nexport const bound = 1;',
    'serving/server/serve.test.ts': "import { connectA2A } from '../a2a/index.ts';",
  });
  expect(problems).toEqual([]);
});

it('refuses each fault of the known-bad tree, and nothing else', () => {
  const { problems } = oneWayToCall(readTree('scripts/fixtures/one-way-to-call'));
  expect(problems).toEqual([
    `${SOURCE}/people/cli/chat.ts uses createA2AAgent: call agents by what agents/calling/client/remote-agent-client.ts exports`,
    `${SOURCE}/serving/server/told.ts uses requestHandoff: call agents by what agents/calling/handoff/handoff-tool.ts exports`,
    `${SOURCE}/serving/server/told.ts uses buildFullTaskOutcome: call agents by what agents/calling/task-report.ts exports`,
    `${SOURCE}/agents/calling/task-report.ts does not use buildFullTaskOutcome: fix this guard`,
  ]);
});

it('does not pass for want of code', () => {
  expect(problemsOf({})).toHaveLength(4);
});
