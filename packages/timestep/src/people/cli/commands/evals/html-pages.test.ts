import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runNow, createTestFolder } from '../../timestep.fixture.ts';

async function runIn(folder: string, name: string, agent: string): Promise<string> {
  const tasks = join(folder, 'tasks.jsonl');
  const messages = [{ role: 'user', content: 'sun' }];
  const expected = { final_contains: 'sun' };
  writeFileSync(tasks, JSON.stringify({ id: 'one', messages, expected }));
  const outdir = join(folder, name);
  const options = ['--trials', '2', '--agent', agent];
  await runNow('run', '--tasks', tasks, '--outdir', outdir, ...options);
  return outdir;
}

describe('--html', () => {
  it('writes a page of a run, and never over another file', async () => {
    const folder = createTestFolder();
    const outdir = await runIn(folder, 'run', 'builtin:echo');
    const page = join(folder, 'report.html');
    const written = await runNow('report', outdir, '--html', page);
    expect(written).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/pass rate/) as string,
    });
    const html = readFileSync(page, 'utf8');
    expect(html).toMatch(/^<!doctype html>[^]*tasks\.jsonl[^]*<\/html>\n$/);
    const again = await runNow('report', outdir, '--html', page);
    expect(again).toMatchObject({ code: 1, stdout: '' });
    expect(again.stderr).toContain('exists already: choose another name');
    expect(readFileSync(page, 'utf8')).toBe(html);
  });

  it('writes a page of a comparison, and none of runs that cannot be compared', async () => {
    const folder = createTestFolder();
    const before = await runIn(folder, 'before', 'builtin:echo');
    const after = await runIn(folder, 'after', `cmd:${process.execPath} -p "'rain'"`);
    const page = join(folder, 'change.html');
    // One task is too few to tell, and the page is there all the same.
    expect((await runNow('compare', before, after, '--html', page)).code).toBe(3);
    expect(readFileSync(page, 'utf8')).toContain('"difference":-1,');

    const meta = join(after, 'run_meta.json');
    writeFileSync(meta, readFileSync(meta, 'utf8').replace(/"tasks_sha256": *"/, '$&other'));
    const none = join(folder, 'none.html');
    expect((await runNow('compare', before, after, '--html', none)).code).toBe(3);
    expect(existsSync(none)).toBe(false);
  });
});
