import { expect, it } from 'vitest';
import { transcriptLines } from './task-text.ts';

it('lays a transcript out under its roles', () => {
  const call = (given: string) => ({ name: 'look', arguments: given });
  expect(
    transcriptLines([
      { role: 'system', content: 'be brief' },
      { role: 'user', content: 'one\ntwo' },
      {
        role: 'assistant',
        content: null,
        tool_calls: [{ id: 'c1', type: 'function', function: call('{"at":1}') }],
      },
      { role: 'tool', tool_call_id: 'c1', content: 'blue' },
      { role: 'assistant', content: '' },
    ]),
  ).toEqual([
    'system     be brief',
    'user       one',
    '           two',
    'assistant  calls look {"at":1} (c1)',
    'tool       answers c1',
    '           blue',
    'assistant',
  ]);
});

it('lets nobody reach the terminal', () => {
  const [line] = transcriptLines([{ role: 'user', content: 'a\u001B[2Jb\u0007\u009B1m' }]);
  expect(line).toBe('user       a\u{FFFD}[2Jb\u{FFFD}\u{FFFD}1m');
});
