import { describe, expect, it } from 'vitest';
import { findFileEditsOfCall, listEditLines } from './call-edits.ts';

const find = (name: string, args: object) => findFileEditsOfCall(name, JSON.stringify(args));

describe('the changes of files that a call asks for', () => {
  it.each([
    [
      'Edit',
      'old_string → new_string',
      { file_path: '/a', old_string: 'x', new_string: 'y', replace_all: true },
    ],
    [
      'str_replace',
      'old_str → new_str',
      { path: '/a', old_str: 'x', new_str: 'y', replace_all: true },
    ],
    [
      'edit',
      'oldString → newString',
      { filePath: '/a', oldString: 'x', newString: 'y', replace_all: true },
    ],
    [
      'fs_edit_file',
      'edits[0] oldText → newText',
      { path: '/a', edits: [{ oldText: 'x', newText: 'y' }], replace_all: true },
    ],
  ])('are read from the names that %s uses', (name, label, args) => {
    expect(find(name, args)).toEqual({
      edits: [{ path: '/a', label, before: 'x', after: 'y' }],
      pathName: Object.keys(args)[0],
      others: { replace_all: true },
    });
  });

  it('are the whole text of a tool that writes', () => {
    expect(find('fs_write_file', { path: 'a.md', content: 'one' })).toEqual({
      edits: [{ path: 'a.md', label: 'content', after: 'one' }],
      pathName: 'path',
      others: {},
    });
  });

  it.each([
    ['a tool that writes nothing', 'look', '{"path":"a","content":"b"}'],
    ['no path', 'write', '{"content":"b"}'],
    ['a name that stands twice', 'write', '{"path":"a","path":"b","content":"c"}'],
    ['an edit with another argument', 'edit', '{"path":"a","edits":[{"oldText":"b"}]}'],
    ['no JSON', 'write', 'path'],
  ])('are none with %s', (_, name, written) => {
    expect(findFileEditsOfCall(name, written)).toBeUndefined();
  });
});

it('lists the lines of a change, with those at both ends once', () => {
  const lines = listEditLines({ before: 'a\nb\nc', after: 'a\nB\nB2\nc' });
  expect(lines).toEqual(['  a', '- b', '+ B', '+ B2', '  c']);
});

it('tells a line break at the end from none', () => {
  expect(listEditLines({ before: 'a', after: 'a\n' })).toEqual(['  a', '+ ']);
  expect(listEditLines({ after: '' })).toEqual([]);
});
