import { expect, it } from 'vitest';
import { editText } from './edit-text.ts';

const PATH = process.env['PATH'];

it('opens the text in the editor of the environment, with its options', async () => {
  const EDITOR = 'sed -i s/one/two/';
  expect(await editText('one text', { PATH, EDITOR })).toBe('two text');
  expect(await editText('one text', { PATH, EDITOR, VISUAL: 'sed -i s/text/word/' })).toBe(
    'one word',
  );
});

it('says which editor failed', async () => {
  await expect(editText('one', { PATH, EDITOR: 'false' })).rejects.toThrow('"false" failed');
});
