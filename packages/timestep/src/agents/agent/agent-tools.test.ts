import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { agentBuiltinEcho } from '#agents/model';
import {
  checkAgents,
  memoryStorage,
  loadAgentMetadata,
  formatProblem,
  readAgentFolder,
} from '#agents/folder';
import { createTestFolder } from './folder.fixture.ts';
import { loadAgentFolder } from './load-agent.ts';

const BOOK = {
  name: 'book_flight',
  description: 'Books a flight.',
  parameters: { type: 'object', properties: { to: { type: 'string' } }, required: ['to'] },
  prompt: 'Book a flight to {to}.',
};

function withTools(...tools: readonly object[]): string {
  return createTestFolder({ 'tsagent.json': { metadata: { name: 'Desk', tools } } });
}

/** What `timestep check` says about the tools, without the path. */
function problemsOf(...tools: readonly object[]): string[] {
  const folder = withTools(...tools);
  return checkAgents(folder, {}).flatMap(({ problems }) =>
    problems.map((each) => `${each.severity} ${formatProblem(each).replace(`${folder}/`, '')}`),
  );
}

it('reads the tools that an agent is for others', async () => {
  const { mode, agentTools } = readAgentFolder(withTools(BOOK));
  expect({ mode, agentTools }).toEqual({ mode: 'tools', agentTools: [BOOK] });
  const bare = { metadata: { name: 'Desk', tools: [{ name: 'a', prompt: 'b' }] } };
  const storage = memoryStorage({ 'tsagent.json': JSON.stringify(bare) });
  expect((await loadAgentMetadata(storage)).agentTools).toEqual([
    { name: 'a', parameters: { type: 'object' }, prompt: 'b' },
  ]);
  expect(
    readAgentFolder(createTestFolder({ 'tsagent.json': { metadata: { name: 'x' } } })),
  ).toMatchObject({ mode: 'interactive', agentTools: [] });
});

it('reads them of an agent of YAML, too', () => {
  const folder = createTestFolder({
    'desk.yaml':
      'metadata:\n  name: Desk\n  tools:\n    - name: t\n      description: T.\n      prompt: "{who}"\n',
  });
  expect(() => readAgentFolder(join(folder, 'desk.yaml'))).toThrow(
    /desk\.yaml:6 metadata\.tools\[0\]\.prompt names \{who\}/,
  );
});

it('names file, line and field of a name in a prompt that is not a parameter', () => {
  expect(problemsOf(BOOK, { ...BOOK, name: 'other', prompt: 'To {to} on {day}' })).toEqual([
    'mistake tsagent.json:35 metadata.tools[1].prompt names {day}, which is not a parameter: ' +
      'use one of {name}, {to}',
  ]);
});

it('says what else is wrong with a tool', () => {
  expect(
    problemsOf(
      { ...BOOK, name: 'a b', description: '' },
      { ...BOOK, parameters: { type: 'array' }, prompt: '' },
      { ...BOOK, parameters: { properties: { name: {}, day: {} } }, prompt: 'x' },
    ).map((text) => text.replace(/:\d+ /, ' ')),
  ).toEqual([
    'mistake tsagent.json metadata.tools[0].name must be 1 to 64 letters, digits, "_", "-" and "."',
    'warning tsagent.json metadata.tools[0].description is missing: models choose a tool by its description',
    'mistake tsagent.json metadata.tools[1].parameters.type must be "object", because calls have named arguments',
    'mistake tsagent.json metadata.tools[1].prompt is missing',
    'warning tsagent.json metadata.tools[2].parameters.properties.name cannot be used in the prompt, because {name} stands for the name of the tool: rename it',
    'warning tsagent.json metadata.tools[2].parameters.properties.day is not in the prompt, so the agent never receives it: add {day} to it',
    'mistake tsagent.json metadata.tools[2].name is also the name of another tool: rename one of them',
  ]);
});

it('follows the files, and tells of a change of the tools alone', async () => {
  const folder = withTools(BOOK);
  const definition = loadAgentFolder(folder, { model: agentBuiltinEcho });
  onTestFinished(() => definition.close());
  let changes = 0;
  const unwatch = definition.agentTools?.watch(() => {
    changes += 1;
  });
  const write = (tools: readonly object[], version: string): void => {
    const manifest = { metadata: { name: 'Desk', version, tools } };
    writeFileSync(join(folder, 'tsagent.json'), JSON.stringify(manifest));
  };
  write([BOOK, { ...BOOK, name: 'other' }], '1.0.0');
  await definition.refresh();
  expect(definition.agentTools?.list().map(({ name }) => name)).toEqual(['book_flight', 'other']);
  write([BOOK, { ...BOOK, name: 'other' }], '2.0.0');
  await definition.refresh();
  expect(changes).toBe(1);
  unwatch?.();
  write([], '2.0.0');
  await definition.refresh();
  expect([changes, definition.agentTools?.list()]).toEqual([1, []]);
});

it('is not there for an agent of another mode', () => {
  const folder = createTestFolder({ 'tsagent.json': { metadata: { name: 'x' } } });
  const definition = loadAgentFolder(folder, { model: agentBuiltinEcho });
  onTestFinished(() => definition.close());
  expect(definition).not.toHaveProperty('agentTools');
});
