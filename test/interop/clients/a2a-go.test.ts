import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { ARTIFACTS_0_3, SEEN } from './a2a-report.ts';
import { GO_PROGRAM, GO_VERSION, goClient } from './client-sets.ts';
import { reportOf, staged } from './stage.ts';

it(`answers a2a-go ${GO_VERSION}`, async () => {
  // What was installed is made anew, in case the program has changed since.
  const env = { ...process.env, GOPROXY: 'off', GOTOOLCHAIN: 'local' };
  const args = ['build', '-mod=readonly', '-o', goClient(), '.'];
  execFileSync('go', args, { cwd: GO_PROGRAM, env });
  const { url } = await staged();
  expect(await reportOf(goClient(), [url])).toMatchObject({
    ...SEEN,
    artifacts: ARTIFACTS_0_3,
    unknown: { is: true, text: expect.stringMatching(/nothing.*: task not found$/) },
  });
});
