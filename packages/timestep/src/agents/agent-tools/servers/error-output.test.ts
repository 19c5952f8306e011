import { expect, it } from 'vitest';
import type { ServerLine } from '#engine/port';
import { formatErrorOutput } from './error-output.ts';

function lines(text: string): ServerLine[] {
  return text.split('\n').map((line) => ({ at: 0, from: 'stderr', text: line }));
}

it.each([
  [
    'Node',
    `file:///srv/server.js:3
throw new Error('API_KEY is not set');
      ^

Error: API_KEY is not set
    at file:///srv/server.js:3:7
    at ModuleJob.run (node:internal/modules/esm/module_job:343:25)

Node.js v24.21.0`,
    "file:///srv/server.js:3 | throw new Error('API_KEY is not set'); | Error: API_KEY is not set",
  ],
  [
    'Python',
    `Traceback (most recent call last):
  File "/srv/server.py", line 1, in <module>
    import missing
ModuleNotFoundError: No module named 'missing'`,
    "Traceback (most recent call last): | ModuleNotFoundError: No module named 'missing'",
  ],
])('keeps what a stack trace of %s says', (_name, text, words) => {
  expect(formatErrorOutput(lines(text))).toBe(words);
});

it('is short, and silent about a server that was', () => {
  expect(formatErrorOutput(lines('a\nb\nc\nd\ne\nf\ng'))).toBe('c | d | e | f | g');
  expect(formatErrorOutput(lines('begins\nno key\nbegins\nno key'))).toBe('begins | no key');
  expect(formatErrorOutput(lines('x'.repeat(2000)))).toBe(`…${'x'.repeat(500)}`);
  expect(formatErrorOutput(lines('\n   \n--'))).toBeUndefined();
  expect(formatErrorOutput([{ at: 0, from: 'message', text: 'all is well' }])).toBeUndefined();
});
