import { expect, it } from 'vitest';
import { checkModules } from './modules.ts';
import { readTree } from '../source/source-tree.ts';

const RULES = [
  '## Modules',
  '',
  '| Module | Holds | May import |',
  '|---|---|---|',
  '| `core` | what is pure | nothing |',
  '| `port` | types | core |',
  '| `shop` | a protocol | port, core |',
  '',
  '### What an addition touches',
  '',
  '| Addition | Beside | Outside |',
  '|---|---|---|',
  '| a protocol | `shop/<protocol>.ts` | 1: `port/index.ts` |',
  '| a program of its own | | 0 |',
].join('\n');
const PICTURE = '## Modules\n\n```mermaid\nflowchart TB\n  shop --> port\n  port --> core\n```\n';

function config(module: string, ...references: readonly string[]): { path: string; text: string } {
  const text = JSON.stringify({ references: references.map((name) => ({ path: `../${name}` })) });
  return { path: `packages/timestep/src/${module}/tsconfig.json`, text };
}

const SOURCES = [
  config('core'),
  config('port', 'core'),
  config('shop', 'core', 'port'),
  { path: 'packages/timestep/src/port/index.ts', text: '' },
];

it('passes a table and a diagram that match the references', () => {
  const pages = [
    { path: 'AGENTS.md', text: RULES },
    { path: 'design/architecture.md', text: PICTURE },
  ];
  expect(checkModules([...SOURCES, ...pages])).toEqual({
    summary: '3 modules, 3 imports',
    problems: [],
  });
});

it('refuses each fault of the known-bad tree, and nothing else', () => {
  expect(checkModules(readTree('scripts/fixtures/modules')).problems).toEqual([
    'AGENTS.md: port references core, which its row does not name',
    'AGENTS.md: the row of port names shop, which it does not reference',
    'AGENTS.md has no row for shop',
    'AGENTS.md has a row for attic, which is not a module',
    'design/architecture.md does not have shop --> port',
    'design/architecture.md has shop --> core, which is not needed',
    'AGENTS.md: a protocol touches port/protocol.ts, which does not exist',
    'AGENTS.md: a protocol counts 2 files and names 1',
  ]);
});

it('does not pass by reading nothing', () => {
  expect(checkModules([]).problems).toEqual([
    'AGENTS.md does not say what an addition touches',
    'no modules found under packages/timestep/src',
  ]);
});
