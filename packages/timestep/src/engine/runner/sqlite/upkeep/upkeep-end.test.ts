import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { temporaryFiles } from '../store.fixture.ts';

const files = temporaryFiles();
afterAll(files.remove);

it('is waited for by a process that closes its runner and has nothing else to do', async () => {
  const runner = JSON.stringify(join(import.meta.dirname, '../sqlite-runner.ts'));
  const program = `import { createSqliteRunner } from ${runner};
    const retention = { endedForMs: 1, everyMs: 1000 };
    const path = ${JSON.stringify(files.newPath())};
    const runner = createSqliteRunner({ path, agents: [], retention });
    await runner.close(0);
    process.stdout.write('closed');`;
  const node = ['--conditions=@timestep/source', '--input-type=module', '--eval', program];
  const ended = await new Promise((resolve) => {
    execFile(process.execPath, node, (error, stdout) => {
      resolve({ code: error ? error.code : 0, stdout });
    });
  });
  expect(ended).toEqual({ code: 0, stdout: 'closed' });
});
