import { expect, it } from 'vitest';
import { assignModules, listLoadedModules } from './shared-files.ts';

it('lists the modules that an entry loads at once, and none that are loaded on first use', () => {
  const files = [
    { fileName: 'index.js', isEntry: true, imports: ['a.js', 'node:fs'], modules: ['index.ts'] },
    { fileName: 'a.js', isEntry: false, imports: ['b.js'], modules: ['a1.ts', 'a2.ts'] },
    { fileName: 'b.js', isEntry: false, imports: ['a.js'], modules: ['b.ts'] },
    { fileName: 'later.js', isEntry: false, imports: ['b.js'], modules: ['later.ts'] },
  ];
  expect([...listLoadedModules(files)]).toEqual(['index.ts', 'a1.ts', 'a2.ts', 'b.ts']);
});

it('assigns a module to the first shared file whose entries load it', () => {
  const loaded = new Map([
    ['index', new Set(['index.ts', 'a.ts', 'b.ts'])],
    ['model', new Set(['a.ts', 'call.ts'])],
    ['runner', new Set(['runner.ts', 'b.ts'])],
  ]);
  const shared = [
    { name: 'models', loadedByAll: [['index'], ['model']] },
    { name: 'rest', loadedByAll: [['index', 'runner']] },
  ];
  expect(Object.fromEntries(assignModules(loaded, shared))).toEqual({
    'a.ts': 'models',
    'index.ts': 'rest',
    'b.ts': 'rest',
    'runner.ts': 'rest',
  });
});
