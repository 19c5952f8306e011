import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, it, onTestFinished } from 'vitest';
import { startOtlpCollector } from '../otlp-collector.fixture.ts';
import { createTestFolder, runInProcess } from '../timestep.fixture.ts';

const MAIN = join(import.meta.dirname, '../main.ts');
const CANARY = 'canary-91aa-never-exported';

function guide(): string {
  const folder = createTestFolder();
  const manifest = { metadata: { name: 'Guide' }, settings: { toolPermission: 'never' } };
  writeFileSync(join(folder, 'tsagent.json'), JSON.stringify(manifest));
  return folder;
}

async function serving(folder: string, env: Readonly<Record<string, string>>) {
  const args = ['serve', folder, '--model', 'builtin:echo', '--port', '0', '--json'];
  const place = ['--database', join(folder, 'tasks.db')];
  const child = spawn(
    process.execPath,
    ['--conditions=@timestep/source', MAIN, ...args, ...place],
    {
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  onTestFinished(() => void child.kill('SIGKILL'));
  const line = await createInterface({ input: child.stdout })[Symbol.asyncIterator]().next();
  const { url } = JSON.parse(String(line.value)) as { url: string };
  const ask = async (): Promise<void> => {
    const body = JSON.stringify({ model: 'guide', input: `hello ${CANARY}` });
    const headers = { 'content-type': 'application/json' };
    const answer = await fetch(`${url}/v1/responses`, { method: 'POST', headers, body });
    expect(await answer.json()).toMatchObject({ status: 'completed' });
  };
  return { child, ask };
}

it('sends each span of a server once, over kill -9 and a stop', async () => {
  const { url, bodies, listSpanIds, listRequestSpanIds } = await startOtlpCollector();
  const logged = () => listSpanIds().filter((id) => !listRequestSpanIds().includes(id));
  const folder = guide();
  const env = {
    OTEL_EXPORTER_OTLP_ENDPOINT: url,
    OTEL_EXPORTER_OTLP_HEADERS: `x-key=${CANARY}`,
    OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
  };
  const first = await serving(folder, env);
  for (let task = 0; task < 3; task += 1) await first.ask();
  first.child.kill('SIGKILL');
  await once(first.child, 'exit');
  const before = logged().length;
  const second = await serving(folder, env);
  await second.ask();
  second.child.kill('SIGTERM');
  await once(second.child, 'exit');
  const lost = 8 - logged().length;
  expect(new Set(listSpanIds()).size).toBe(listSpanIds().length);
  // Only a batch that was on its way when the process was killed may be missing.
  expect(lost).toBeGreaterThanOrEqual(0);
  expect(lost).toBeLessThanOrEqual(before > 0 ? 6 - before : 6);
  expect(bodies.join()).not.toContain(CANARY);
});

it('says which variable is wrong before it begins', async () => {
  const ended = await runInProcess(['serve', guide(), '--model', 'builtin:echo', '--port', '0'], {
    OTEL_TRACES_SAMPLER: 'often',
  });
  expect(ended.code).toBe(2);
  expect(ended.stderr).toMatch(/^timestep: OTEL_TRACES_SAMPLER is "often": use always_on/);
});
