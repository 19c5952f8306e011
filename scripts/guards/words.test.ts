import { expect, it } from 'vitest';
import { readTree } from '../source/source-tree.ts';
import { checkWords } from './words.ts';

/** Joined here, so that the words do not stand in this file. */
const joined = (...pieces: readonly string[]): string => pieces.join('');

const BAD: readonly (readonly [path: string, text: string])[] = [
  ['a.ts', joined('// TO', 'DO: later')],
  ['a.md', joined('<!-- FIX', 'ME -->')],
  ['.ci/run', joined('# HA', 'CK')],
  ['a.ts', joined("const root = '/wo", "rk/main';")],
  ['a.md', joined('see /ho', 'me/me/x')],
  ['a.ts', joined("const folder = '/t", "mp/x';")],
  ['a.ts', joined("const folder = '/t", "mp';")],
  ['.ci/run', joined('cd "/var/t', 'mp/x"')],
  ['a.test.ts', joined('it.on', "ly('x', () => {});")],
  ['a.test.ts', joined('describe.concurrent.sk', "ip('x', () => {});")],
  ['a.test.ts', joined('it.sk', "ipIf(true)('x', () => {});")],
  ['a.ts', joined('// @ts-', 'ignore')],
  ['a.ts', joined('const x = y as a', 'ny;')],
  ['a.ts', joined('f(y as a', 'ny)')],
  ['package-lock.json', joined('"resol', 'ved": "https://packages.example/x.tgz"')],
  [
    'packages/timestep/src/people/cli/a.ts',
    "import { openTemporal } from '@timestep-ai/temporal';",
  ],
  ['.npmrc', joined('regi', 'stry=https://packages.example/')],
];

it.each(BAD)('refuses in %s: %s', (path, text) => {
  const { problems } = checkWords([{ path, text: `fine\n${text}\nfine` }]);
  expect(problems).toHaveLength(1);
  expect(problems[0]).toMatch(new RegExp(`^${path.replaceAll('.', '\\.')}:2 `));
});

it.each([
  ['a.ts', ['import { x } from ', '../../work', '/main.ts'].join('')],
  ['packages/temporal/src/a.ts', '/** Has tasks run on Temporal. */'],
  ['packages/timestep/package.json', '"name": "temporal",'],
  ['a.ts', "fetch('https://example.com/home/page')"],
  ['a.ts', '// as any other value, this one is skipped'],
  ['a.ts', 'values.values().drop(1); list.only(1);'],
  ['package-lock.json', '"resolved": "packages/timestep",'],
  ['package-lock.json', joined('"integrity": "sha512-/XX', 'X+=="')],
  ['a.md', 'the folder `dist/tmp` and the path /tasks/1'],
])('lets pass in %s: %s', (path, text) => {
  expect(checkWords([{ path, text }]).problems).toEqual([]);
});

it('holds for its own source', () => {
  const own = readTree('scripts/guards').filter(({ path }) => path.startsWith('words'));
  expect(own).toHaveLength(2);
  expect(checkWords(own).problems).toEqual([]);
});

it('does not pass by reading nothing', () => {
  expect(checkWords([]).problems).toEqual(['no files found']);
});
