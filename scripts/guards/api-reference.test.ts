import { expect, it } from 'vitest';
import { createApiPages, checkApiReference } from './api-reference.ts';
import { exportedNames } from '../source/exported-names.ts';
import { readTree } from '../source/source-tree.ts';

const MANIFEST = {
  path: 'packages/timestep/package.json',
  text: JSON.stringify({ name: 'timestep', exports: { '.': {}, './part': {} } }),
};
const SOURCE = 'packages/timestep/src';
const FILES = [
  MANIFEST,
  {
    path: `${SOURCE}/index.ts`,
    text: "export { open, Door } from './part/index.ts';\nexport { LIMIT } from './limit.ts';\n",
  },
  { path: `${SOURCE}/limit.ts`, text: '/** Doors at a time. */\nexport const LIMIT = 3;\n' },
  {
    path: `${SOURCE}/part/index.ts`,
    text: "export { openDoor as open, Door, type Handle } from './door.ts';\n",
  },
  {
    path: `${SOURCE}/part/door.ts`,
    text: [
      '/**',
      ' * Opens a door. Throws where',
      ' * it is locked.',
      ' */',
      'export async function openDoor(name: string): Promise<Door> {',
      '  return new Door(name);',
      '}',
      '',
      '/** A door. */',
      'export class Door {',
      '  readonly name: string;',
      '  readonly #lock = 1;',
      '  /** Shuts it. */',
      '  shut(): void {}',
      '}',
      '',
      '/** What a door is opened by. */',
      "export type Handle = 'left' | 'right';",
    ].join('\n'),
  },
];

it('finds the declaration of each published name, wherever it comes from', () => {
  const found = exportedNames(FILES).map(({ entry, name, path, line, kind, doc }) => ({
    is: `${entry} ${kind} ${name}`,
    at: `${path}:${line}`,
    doc,
  }));
  const door = `${SOURCE}/part/door.ts`;
  const open = { at: `${door}:5`, doc: 'Opens a door. Throws where\nit is locked.' };
  expect(found).toEqual([
    { is: 'timestep function open', ...open },
    { is: 'timestep class Door', at: `${door}:10`, doc: 'A door.' },
    { is: 'timestep constant LIMIT', at: `${SOURCE}/limit.ts:2`, doc: 'Doors at a time.' },
    { is: 'timestep/part function open', ...open },
    { is: 'timestep/part class Door', at: `${door}:10`, doc: 'A door.' },
    { is: 'timestep/part type Handle', at: `${door}:18`, doc: 'What a door is opened by.' },
  ]);
});

it('shows declarations without bodies and private members', () => {
  const declarations = exportedNames(FILES).map(({ declaration }) => declaration);
  expect(declarations.slice(0, 3)).toEqual([
    'function openDoor(name: string): Promise<Door>;',
    'class Door {\n  readonly name: string;\n  /** Shuts it. */\n  shut(): void;\n}',
    'const LIMIT = 3;',
  ]);
});

it('describes a name once, on the page of its part, and names it on the page of the package', () => {
  const pages = new Map(createApiPages(exportedNames(FILES)).map(({ path, text }) => [path, text]));
  expect([...pages.keys()]).toEqual([
    'docs/api/README.md',
    'docs/api/timestep.md',
    'docs/api/part.md',
  ]);
  const whole = pages.get('docs/api/timestep.md') ?? '';
  expect(whole).toContain('### LIMIT\n\nDoors at a time.\n\n```ts\nconst LIMIT = 3;\n```');
  expect(whole).toContain('| [`open`](part.md#open) | Opens a door. |');
  expect(whole).not.toContain('### open');
  expect(pages.get('docs/api/part.md')).toContain('### open');
});

it('leads to the second of two names that differ in nothing but case', () => {
  const list = (path: string, from: string): { path: string; text: string } => {
    return { path: `${SOURCE}/${path}`, text: `export { door, type Door } from '${from}';` };
  };
  const text = '/** Opens. */\nexport function door() {}\n/** Opened. */\nexport class Door {}';
  const door = { path: `${SOURCE}/part/door.ts`, text };
  const files = [list('index.ts', './part/index.ts'), list('part/index.ts', './door.ts'), door];
  const pages = createApiPages(exportedNames([MANIFEST, ...files]));
  const whole = pages.find(({ path }) => path === 'docs/api/timestep.md')?.text;
  expect(whole).toContain('| [`door`](part.md#door) | Opens. |\n| [`Door`](part.md#door-1) |');
});

it('passes pages that are what it writes', () => {
  const pages = createApiPages(exportedNames(FILES));
  expect(checkApiReference([...FILES, ...pages])).toEqual({
    summary: '6 names on 3 pages',
    problems: [],
  });
});

it('refuses each fault of the known-bad package', () => {
  expect(checkApiReference(readTree('scripts/fixtures/api-reference')).problems).toEqual([
    `${SOURCE}/named.ts:6 Bare is published without a docstring`,
    'docs/api/README.md is not what npm run api writes: run it',
    'docs/api/timestep.md is not what npm run api writes: run it',
    'docs/api/attic.md is not written by npm run api: run it',
  ]);
});

it('says which index lists what nobody declares', () => {
  const index = { path: `${SOURCE}/index.ts`, text: "export { gone } from './limit.ts';\n" };
  const files = [MANIFEST, index, ...FILES.slice(2)];
  expect(() => exportedNames(files)).toThrow(`${SOURCE}/limit.ts does not declare gone`);
});

it('does not pass by reading nothing', () => {
  expect(checkApiReference([]).problems).toEqual(['no published names found']);
});
