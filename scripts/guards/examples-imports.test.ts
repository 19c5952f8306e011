import { expect, it } from 'vitest';
import { checkExamplesImports } from './examples-imports.ts';
import { readTree, type SourceFile } from '../source/source-tree.ts';

const STORY = 'examples/story';

it('refuses each fault of the known-bad example, and nothing else', () => {
  expect(checkExamplesImports(readTree('scripts/fixtures/examples-imports')).problems).toEqual([
    `${STORY}/agent.ts:6 imports @timestep-ai/timestep/src/runner/drive.ts`,
    `${STORY}/agent.ts:7 imports ../../packages/timestep/src/core/decide.ts`,
    `${STORY}/agent.ts:8 imports ../other/friend.ts`,
    `${STORY}/agent.ts:9 imports vitest`,
    `${STORY}/agent.ts:10 imports hono`,
    `${STORY}/agent.ts:11 imports fs`,
    `${STORY}/agent.ts:13 imports openai`,
  ]);
});

it('lets tests use the test runner, and a file at the top use every example', () => {
  const files: readonly SourceFile[] = [
    { path: 'package.json', text: '{"devDependencies":{"vitest":"5.1.0"}}' },
    {
      path: 'packages/timestep/package.json',
      text: '{"name":"@timestep-ai/timestep","exports":{".":"./src/index.ts"}}',
    },
    { path: `${STORY}/a.test.ts`, text: "import { it } from 'vitest';\nimport './a.ts';" },
    { path: 'examples/start.ts', text: "import './story/a.ts';\nimport '@timestep-ai/timestep';" },
  ];
  expect(checkExamplesImports(files)).toEqual({ summary: '2 files, 1 entry points', problems: [] });
});

it('does not pass by reading nothing', () => {
  expect(checkExamplesImports([]).problems).toEqual([
    'no source files found under examples',
    'no published entry points found',
  ]);
});
