import { expect, it } from 'vitest';
import { createMask } from '#core';
import { describeServerLaunch } from './describe-launch.ts';
import type { EnvironmentTarget } from './target.ts';

it.each<[EnvironmentTarget, string]>([
  [{ command: 'npx', args: ['-y', 'files@1.2.0', 'my data'] }, 'npx -y files@1.2.0 "my data"'],
  [{ command: 'run', cwd: '/srv' }, 'run (in /srv)'],
  [{ command: 'run', env: { B: '2', A: '1' } }, 'A=#6b86b273 B=#d4735e3a run'],
  [{ url: 'http://me:pass@127.0.0.1:80/mcp#x' }, 'http://127.0.0.1/mcp'],
  [{ url: 'https://sky.example/mcp?key=1' }, 'https://sky.example/mcp?key=#6b86b273'],
  [{ handler: async () => new Response() }, 'in this process'],
])('describes %j', (target, said) => {
  expect(describeServerLaunch(target)).toBe(said);
});

it('hides secrets, whose rotation changes nothing', () => {
  const describe = (secret: string) =>
    describeServerLaunch(
      { command: 'run', args: [`--token=${secret}`], env: { TOKEN: secret } },
      createMask([secret]),
    );
  expect(describe('sesame-one')).toContain('--token=[secret]');
  expect(describe('sesame-one')).toBe(describe('sesame-two'));
});

it('shows words that look like several, or like another part, apart', () => {
  const one = describeServerLaunch({ command: 'run', args: ['a b'] });
  const two = describeServerLaunch({ command: 'run', args: ['a', 'b'] });
  const three = describeServerLaunch({ command: 'run', args: ['a', '(in', '/srv)'] });
  const four = describeServerLaunch({ command: 'run', args: ['a'], cwd: '/srv' });
  expect(new Set([one, two, three, four]).size).toBe(4);
});
