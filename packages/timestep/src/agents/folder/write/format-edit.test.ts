import { expect, it } from 'vitest';
import { formatEdit } from './format-edit.ts';

it('names each file and shows its old and its new lines', () => {
  const text = formatEdit({
    changes: [
      {
        path: 'rules/kind.mdt',
        before: '1\n2\n3\n4\n5\n6\n7\n8\n9\n',
        after: '1\n2\n3\nfour\n5\n6\n7\n8\nnine\n',
      },
      { path: 'rules/new.mdt', after: 'Be new.\n' },
      { path: 'rules/old.mdt', before: 'Be old.\n' },
    ],
  });
  expect(text).toBe(
    [
      'rules/kind.mdt',
      '  2',
      '  3',
      '- 4',
      '+ four',
      '  5',
      '  6',
      '  7',
      '  8',
      '- 9',
      '+ nine',
      'rules/new.mdt (new file)',
      '+ Be new.',
      'rules/old.mdt (removed)',
      '- Be old.',
    ].join('\n'),
  );
});

it('leaves out what is far from a change, and in a manifest all that is not changed', () => {
  const lines = Array.from({ length: 12 }, (_, at) => `${at}`);
  const before = lines.join('\n');
  const after = before.replace('0\n', 'a\n').replace('11', 'b');
  expect(formatEdit({ changes: [{ path: 'prompt.md', before, after }] })).toBe(
    'prompt.md\n- 0\n+ a\n  1\n  2\n  …\n  9\n  10\n- 11\n+ b',
  );
  expect(formatEdit({ changes: [{ path: 'tsagent.json', before, after }] })).toBe(
    'tsagent.json\n- 0\n+ a\n  …\n- 11\n+ b',
  );
});

it('is cut where it is long', () => {
  const text = formatEdit({ changes: [{ path: 'a.md', after: 'x\n'.repeat(1000) }] });
  expect(text.split('\n')).toHaveLength(401);
  expect(text).toMatch(/… and 601 more lines$/);
});
