import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { functionEnvironment } from '#engine/tools';
import type { Backend, BackendNeeds, Runner } from '#engine/port';
import { openMemory } from './memory/open-memory.ts';
import { openSqlite } from './sqlite/open-sqlite.ts';

const BACKENDS: readonly (readonly [string, (needs: BackendNeeds) => Backend])[] = [
  ['memory', openMemory],
  [
    'SQLite',
    (needs) => {
      const folder = mkdtempSync(join(tmpdir(), 'timestep-let-go-'));
      onTestFinished(() => rmSync(folder, { recursive: true }));
      return openSqlite({ ...needs, path: join(folder, 'tasks.db') });
    },
  ],
];

/** A tool that goes on until it is stopped, and why it was. */
function opened(open: (needs: BackendNeeds) => Backend) {
  const [begun, stopped] = [Promise.withResolvers<void>(), Promise.withResolvers<unknown>()];
  const environment = functionEnvironment({
    wait: (_args, { signal }) => {
      signal.addEventListener('abort', () => stopped.resolve(signal.reason));
      begun.resolve();
      return new Promise(() => undefined);
    },
  });
  const call = { id: 'c', type: 'function', function: { name: 'wait', arguments: '{}' } } as const;
  const backend = open({
    agents: [
      {
        name: 'a',
        agent: () => ({ role: 'assistant', content: null, tool_calls: [call] }),
        toolSite: 'server',
        limits: { max_steps: 3, time_limit_s: 60 },
        environment: () => environment,
      },
    ],
  });
  return { backend, begun: begun.promise, stopped: stopped.promise };
}

async function begin(runner: Runner): Promise<string> {
  const message = { role: 'user', content: 'go' } as const;
  return (await runner.submit({ agent: 'a', principal: '', messageId: 'm', message })).id;
}

it.each(BACKENDS)('a tool knows that its task was canceled (%s)', async (_name, open) => {
  const { backend, begun, stopped } = opened(open);
  const id = await begin(backend.runner);
  await begun;
  await backend.runner.cancel(id);
  expect(await stopped).toMatchObject({ code: 'canceled' });
  await backend.close(0);
});

it.each(BACKENDS)('a tool knows how its process leaves the task (%s)', async (name, open) => {
  const { backend, begun, stopped } = opened(open);
  await begin(backend.runner);
  await begun;
  await backend.close(0);
  // A task in memory ends with its process; any other goes on.
  expect(await stopped).toMatchObject({ code: name === 'memory' ? 'canceled' : 'released' });
});
