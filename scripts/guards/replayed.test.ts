import { expect, it } from 'vitest';
import { checkReplayed } from './replayed.ts';

const SOURCE = 'packages/temporal/src';

function problemsOf(files: Readonly<Record<string, string>>): readonly string[] {
  const sources = Object.entries(files).map(([path, text]) => ({
    path: `${SOURCE}/${path}`,
    text,
  }));
  return checkReplayed(sources).problems;
}

it('passes the loop, the task and what the workflow is made with', () => {
  const problems = problemsOf({
    'task/outline.ts':
      "import { apply } from '@timestep-ai/timestep/core';\nimport { a } from './a.ts';",
    'workflow/index.ts':
      "import { sleep } from '@temporalio/workflow';\nimport { a } from '../task/a.ts';",
    'workflow/replay.test.ts': "import 'node:fs';",
    'store/any.ts': "import 'node:fs';",
  });
  expect(problems).toEqual([]);
});

it('refuses whatever may differ from one time to the next', () => {
  const problems = problemsOf({
    'task/outline.ts': "import { a } from '../workflow/a.ts';",
    'workflow/log.ts':
      "import { randomUUID } from 'node:crypto';\nimport { newUuid } from '@timestep-ai/timestep/runner';\nimport { s } from '../store/s.ts';",
  });
  expect(problems).toEqual([
    `${SOURCE}/task/outline.ts:1 imports ../workflow/a.ts: task is replayed`,
    `${SOURCE}/workflow/log.ts:1 imports node:crypto: workflow is replayed`,
    `${SOURCE}/workflow/log.ts:2 imports @timestep-ai/timestep/runner: workflow is replayed`,
    `${SOURCE}/workflow/log.ts:3 imports ../store/s.ts: workflow is replayed`,
  ]);
});

it('does not pass for want of code', () => {
  expect(problemsOf({})).toEqual([`no replayed code found under ${SOURCE}`]);
});
