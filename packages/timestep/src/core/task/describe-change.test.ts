import { expect, it } from 'vitest';
import { describeToolChange } from './describe-change.ts';
import type { ToolDefinition } from './tool-definition.ts';

const before: ToolDefinition = {
  name: 'read',
  description: 'Reads a file',
  server: 'files',
  launch: 'npx files@1.2.0',
  input: { type: 'object', properties: { path: { type: 'string' } }, required: ['path'] },
  hints: { readOnlyHint: true },
};
const { hints: _hints, ...withoutHints } = before;

it.each<[Partial<ToolDefinition>, string]>([
  [{}, ''],
  [{ server: 'other' }, 'its server: was "files", is "other"'],
  [
    { launch: 'npx files@1.2.1' },
    'the command or address of its server: was "npx files@1.2.0", is "npx files@1.2.1"',
  ],
  [{ name: 'reads' }, 'its name: was "read", is "reads"'],
  [{ title: 'Read' }, 'its title: was absent, is "Read"'],
  [
    { description: 'Reads a file\u{200b}\n\u{202e}' },
    String.raw`its description: was "Reads a file", is "Reads a file\u200b\n\u202e"`,
  ],
  [
    { input: { type: 'object', properties: { path: { type: 'number' }, to: true } } },
    'its arguments, "properties", "path", "type": was "string", is "number"; ' +
      'its arguments, "properties", "to": was absent, is true; ' +
      'its arguments, "required": was ["path"], is absent',
  ],
  [{ hints: { readOnlyHint: false } }, 'its hints, "readOnlyHint": was true, is false'],
  [{ output: { type: 'object' } }, 'its result: was absent, is {"type":"object"}'],
])('tells %j', (change, told) => {
  expect(describeToolChange(before, { ...before, ...change })).toBe(told);
});

it('tells what is gone', () => {
  expect(describeToolChange(before, withoutHints)).toBe(
    'its hints: was {"readOnlyHint":true}, is absent',
  );
});

it('of a long text shows only what differs, with its surroundings', () => {
  const long = (middle: string) => ({
    ...before,
    description: `${'a'.repeat(1000)}${middle}${'b'.repeat(1000)}`,
  });
  const [a, b] = ['a'.repeat(40), 'b'.repeat(40)];
  expect(describeToolChange(long(''), long(' and sends it '))).toBe(
    `its description: was …"${a}${b}"…, is …"${a} and sends it ${b}"…`,
  );
});

it('shows what starts a server whole', () => {
  const launch = `npx files@1 ${'/data '.repeat(100)}`;
  const told = describeToolChange({ ...before, launch }, { ...before, launch: `${launch}; rm` });
  expect(told).toBe(`the command or address of its server: was "${launch}", is "${launch}; rm"`);
});

it('tells texts apart that differ anywhere, however long they are', () => {
  const text = 'x'.repeat(500);
  for (const other of [`y${text}`, `${text}y`, text.slice(1), text.replace(/x$/, 'z')]) {
    const told = describeToolChange({ ...before, title: text }, { ...before, title: other });
    const [, was, is] = /was (.*), is (.*)$/.exec(told) ?? [];
    expect(was).not.toBe(is);
  }
});
