import { expect, it } from 'vitest';
import { findUndescribed, formatRows } from '../../reference/described.ts';
import { formatErrorPage } from '../../reference/error-page.ts';
import { createReference } from '../../reference/create-reference.ts';
import { checkReference } from './reference.ts';

const event = {
  path: 'packages/timestep/src/core/events/event.ts',
  text: "type TaskEvent = { readonly type: 'task.submitted' } | { readonly type: 'task.danced' };",
};

it('says what a page leaves out, and what it describes that does not exist', () => {
  expect(findUndescribed(['a', 'b'], { b: 'B', c: 'C' }, 'x.ts')).toEqual([
    'x.ts lacks a',
    'x.ts describes c, which the program does not have',
  ]);
});

it('refuses an event, a variable and a route that nobody describes', () => {
  const sources = [
    event,
    { path: 'packages/timestep/src/core/a.ts', text: "env['TIMESTEP_NEW']" },
    {
      path: 'packages/timestep/src/protocols/a2a/server/rest-routes.ts',
      text: "'POST /tasks/:taskId:dance'",
    },
  ];
  const { problems } = createReference(sources, []);
  expect(problems).toContain('event-meanings.ts lacks task.danced');
  expect(problems).toContain('variable-meanings.ts lacks TIMESTEP_NEW');
  expect(problems).toContain('route-meanings.ts lacks POST /tasks/:taskId:dance');
});

it('refuses pages that are not what the program says', () => {
  const stale = { path: 'docs/reference/cli.md', text: '# Command line\n' };
  expect(checkReference([stale], []).problems).toContain(
    'docs/reference/cli.md is not what npm run reference writes: run it',
  );
});

it('lists the codes of an error, of its union and of those it names', () => {
  const text = `
type Refusal = 'too-many' | 'too-few';
/** Codes. */
export type OneErrorCode =
  | Refusal
  /** Nobody is there. */
  | 'away';
export class OneError extends TimestepError {
  declare readonly code: OneErrorCode;
}
throw new OneError('late', 'It is late.');
`;
  expect(formatErrorPage([{ path: 'one.ts', text }], '')).toContain(
    '| `OneError` | `away`, `late`, `too-few`, `too-many` |',
  );
});

it('keeps a row in one line, and its cells apart', () => {
  expect(formatRows([['a|b', 'one\ntwo | three']])).toBe('| `a\\|b` | one two \\| three |');
});
