import { expect, it } from 'vitest';
import { listImports } from './imports.ts';

const specifiers = (text: string): string[] => listImports(text).map(({ specifier }) => specifier);

it('finds every form of import, with its line', () => {
  const text = [
    "import 'node:fs';",
    "import type { A } from './a.ts';",
    'import {',
    '  b,',
    "  type C, // 'not this'",
    "} from './b.ts';",
    "export { d } from './d.ts';",
    "export type { E } from './e.ts';",
    "const late = await import('./late.ts');",
    "type Far = import('./far.ts').Far;",
  ].join('\n');
  expect(listImports(text)).toEqual([
    { specifier: 'node:fs', line: 1 },
    { specifier: './a.ts', line: 2 },
    { specifier: './b.ts', line: 6 },
    { specifier: './d.ts', line: 7 },
    { specifier: './e.ts', line: 8 },
    { specifier: './late.ts', line: 9 },
    { specifier: './far.ts', line: 10 },
  ]);
});

it('leaves prose, plain exports and strings alone', () => {
  const text = [
    "// import { x } from './x.ts';",
    " * export taken from './y.ts'",
    "export const from = 'z';",
    'export interface Q { readonly from: string }',
    "const w = 'w';",
    'const text = "import from \'./v.ts\'";',
  ].join('\n');
  expect(specifiers(text)).toEqual([]);
});
