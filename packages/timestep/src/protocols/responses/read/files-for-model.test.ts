import { expect, it } from 'vitest';
import { collectFileReferences } from '../files/referenced-files.ts';

it('finds the files that an input names, with their fields', () => {
  const file = (file_id: unknown) => ({ type: 'input_file', file_id }) as never;
  const input = [
    { role: 'user', content: ['x', file('f1'), file(7)] },
    { type: 'function_call_output', call_id: 'c', output: [file('f2')] },
    { role: 'user', content: 'plain' },
    'no item',
  ] as never;
  expect(collectFileReferences(input, 'input')).toEqual([
    { id: 'f1', param: 'input[0].content[1].file_id' },
    { id: 'f2', param: 'input[1].output[0].file_id' },
  ]);
  expect(collectFileReferences('file-1', 'input')).toEqual([]);
});
