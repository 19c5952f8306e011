/** An evaluation suite in code: tasks, an agent, graders, and a gate. */
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DEFAULT_TOOLS, scriptedAgent } from '@timestep-ai/timestep';
import { finalRegex, report, runSuite } from '@timestep-ai/timestep/eval';

const outdir = await mkdtemp(join(tmpdir(), 'suite-'));
try {
  await runSuite({
    tasks: [
      {
        id: 'six-times-seven',
        messages: [{ role: 'user', content: 'What is 6 * 7?' }],
        expected: { final_regex: '42' },
      },
    ],
    agent: scriptedAgent([{ call: { tool: 'calc', arguments: { expr: '6 * 7' } } }, 'It is 42.']),
    tools: DEFAULT_TOOLS,
    graders: [finalRegex()],
    outdir,
  });
  const { passed, trials, errors } = report(outdir);
  assert.deepEqual({ passed, trials, errors }, { passed: 3, trials: 3, errors: 0 });
} finally {
  await rm(outdir, { recursive: true });
}
