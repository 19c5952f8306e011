import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text as textOf } from 'node:stream/consumers';
import { expect, it } from 'vitest';

it('plans a journey with three agents, whichever way it is asked', async () => {
  const main = join(import.meta.dirname, 'main.ts');
  const child = spawn(process.execPath, ['--conditions=@timestep/source', main], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit') as Promise<[number | null]>;
  const [told, [code]] = await Promise.all([textOf(child.stdout), ended]);
  expect(code).toBe(0);
  const answers = told.split('\n').filter((line) => line.includes('Greet people with'));
  expect(answers).toEqual([
    '< Lisbon on Friday is booked, number 1. Pack for: sunny, 24 degrees. Greet people with “Bom dia”.',
    '< Oslo on Saturday is booked, number 2. Pack for: rain, 9 degrees. Greet people with “God dag”.',
    '< Paris on Friday is booked, number 3. Pack for: cloudy, 17 degrees. Greet people with “Bonjour”.',
  ]);
});
