import { expect, it } from 'vitest';
import { createProblemCollector, formatProblem } from '../problem.ts';
import { parseNote } from './notes.ts';

it.each([
  ['no front matter', 'Just\ntext.', { name: 'n', include: 'always', text: 'Just\ntext.' }],
  ['front matter that says little', '---\nname: a\n---\nx', { name: 'a', include: 'manual' }],
  [
    'quotes and remarks',
    "---\n# a remark\nname: \"a\"\ndescription: 'it''s: so'\npriorityLevel: 7 # low\n---\n\nx\n",
    { name: 'a', description: "it's: so", priority: 7, text: 'x' },
  ],
  ['line ends of Windows', '---\r\ninclude: always\r\n---\r\nx\r\n', { name: 'n', text: 'x' }],
  ['JSON', '---\n{\n"include": "agent"}\n---\nx', { include: 'agent', text: 'x' }],
])('reads %s', (_, text, note) => {
  const { problems, report } = createProblemCollector();
  expect(parseNote(text, 'n.mdt', 'n', report)).toMatchObject(note);
  expect(problems).toEqual([]);
});

it.each([
  ['an open end', '---\nname: a\n', 'n.mdt:1 starts front matter'],
  ['YAML that is none', '---\nname: a\ntags:\n  - [b\n---\n', 'n.mdt:4 is not valid YAML'],
  [
    'front matter without names',
    '---\n- a\n---\n',
    'n.mdt:2 must have lines of the form "name: value"',
  ],
  ['a name that occurs twice', '---\nname: a\nname: b\n---\n', 'n.mdt:3 is not valid YAML'],
  ['a name with spaces', '---\nname: a b\n---\n', 'n.mdt:2 name must consist of'],
  ['an unknown include', '---\n\ninclude: never\n---\n', 'n.mdt:3 include must be'],
  ['a priority out of range', '---\npriorityLevel: 1000\n---\n', 'n.mdt:2 priorityLevel must be'],
  ['broken JSON', '---\n{"name": }\n---\n', 'n.mdt:2 is JSON front matter'],
])('refuses %s, naming the line', (_, text, said) => {
  const { problems, report } = createProblemCollector();
  parseNote(text, 'n.mdt', 'n', report);
  expect(problems.map((problem) => [problem.severity, formatProblem(problem)])).toEqual([
    ['mistake', expect.stringContaining(said) as string],
  ]);
});
