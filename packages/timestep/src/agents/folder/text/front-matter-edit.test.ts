import { expect, it } from 'vitest';
import { formatFrontMatterFile, setFrontMatter } from './front-matter-edit.ts';

const FILE = `---
# who it is
name: kind
priorityLevel: 7 # low

tags: [b, c]
own:
- deep: 'x'
description: "it's so"
---

Be kind.

---
Always.
`;

it.each<[string, Parameters<typeof setFrontMatter>[2], (text: string) => string]>([
  ['a number', { priorityLevel: 8 }, (text) => text.replace('7 # low', '8 # low')],
  [
    'a text, in the quotes it has',
    { description: 'new: so' },
    (text) => text.replace(`"it's so"`, '"new: so"'),
  ],
  [
    'a name at the end',
    { include: 'always' },
    (text) => text.replace(`"it's so"\n`, `"it's so"\ninclude: always\n`),
  ],
  ['what is there already', { name: 'kind', priorityLevel: 7 }, (text) => text],
  [
    'nothing in place of a name',
    { priorityLevel: undefined },
    (text) => text.replace('priorityLevel: 7 # low\n', ''),
  ],
])('sets %s', (_, changes, expected) => {
  const changed = setFrontMatter(FILE, 'a.mdt', changes);
  expect(changed).toBe(expected(FILE));
});

it('changes the text and leaves front matter as it is', () => {
  const changed = setFrontMatter(FILE, 'a.mdt', {}, 'New.');
  expect(changed).toBe(`${FILE.slice(0, FILE.indexOf('\nBe kind.'))}\nNew.\n`);
});

it.each([
  ['no front matter', 'Be kind.\n', '---\ninclude: manual\n---\n\nBe kind.\n'],
  ['empty front matter', '---\n---\nBe kind.\n', '---\ninclude: manual\n---\nBe kind.\n'],
  ['JSON', '---\n{"name": "a"}\n---\nx', '---\n{"name": "a", "include": "manual"}\n---\nx'],
  [
    'a value without quotes',
    '---\ndescription: Use when: asked\n---\nx\n',
    '---\ndescription: "Use when: asked"\ninclude: manual\n---\nx\n',
  ],
  [
    'line ends of Windows',
    '---\r\nname: a\r\n---\r\nx\r\n',
    '---\r\nname: a\r\ninclude: manual\r\n---\r\nx\r\n',
  ],
])('sets a name in a file with %s', (_, text, changed) => {
  expect(setFrontMatter(text, 'a.mdt', { include: 'manual' })).toBe(changed);
});

it('refuses front matter that cannot be read, naming the line', () => {
  expect(() => setFrontMatter('---\na:\n  - [\n---\n', 'a.mdt', { b: 1 })).toThrow('a.mdt:');
  expect(() => setFrontMatter('---\na: 1\n', 'a.mdt', { b: 1 })).toThrow('a.mdt:1 starts');
});

it('writes a new file', () => {
  const matter = { name: 'a', description: 'Use when: asked', priorityLevel: 3 };
  expect(formatFrontMatterFile(matter, '\nText.\n\n')).toBe(
    '---\nname: a\ndescription: "Use when: asked"\npriorityLevel: 3\n---\n\nText.\n',
  );
});
