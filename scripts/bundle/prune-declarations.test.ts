import { expect, it } from 'vitest';
import { collectImported } from './prune-declarations.ts';

it('keeps the declarations that an entry reaches, in whatever way it names them', () => {
  const texts = new Map([
    ['index.d.ts', "export { a } from './room/a.ts';\nexport { z } from 'zod';"],
    ['room/a.d.ts', "export declare const a: import('../far.ts').Far;"],
    ['far.d.ts', "import type { A } from './room/a.ts';"],
    ['inner.d.ts', "import type { A } from './room/a.ts';"],
  ]);
  expect([...collectImported(['index.d.ts'], texts)]).toEqual([
    'index.d.ts',
    'room/a.d.ts',
    'far.d.ts',
  ]);
});

it('fails where an entry names a declaration that is not there', () => {
  const texts = new Map([['index.d.ts', "export { a } from './gone.ts';"]]);
  expect(() => collectImported(['index.d.ts'], texts)).toThrow('there is no declaration gone.d.ts');
});
