import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text as textOf } from 'node:stream/consumers';
import { expect, it, onTestFinished } from 'vitest';
import { pythonOf } from './clients/client-sets.ts';

const MAIN = join(import.meta.dirname, '../../examples/orchestra/main.ts');

it('plans journeys with an agent that was made with the Python SDK of A2A 0.3', async () => {
  const script = join(import.meta.dirname, 'weather-0-3.py');
  const weather = spawn(pythonOf('a2a-0-3-mcp-2'), [script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void weather.kill('SIGKILL'));
  const [url] = (await once(createInterface({ input: weather.stdout }), 'line')) as [string];
  const child = spawn(process.execPath, ['--conditions=@timestep/source', MAIN], {
    env: { ...process.env, WEATHER_URL: url },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit') as Promise<[number | null]>;
  const [told, [code]] = await Promise.all([textOf(child.stdout), ended]);
  expect(code).toBe(0);
  expect(told).toContain(`The weather agent is at ${url}`);
  expect(told.split('\n').filter((line) => line.includes('Greet people with'))).toHaveLength(3);
});
