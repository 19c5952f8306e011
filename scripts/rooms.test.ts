import { expect, it } from 'vitest';
import { rooms } from './rooms.ts';
import { readTree } from './source-tree.ts';

const RULES = [
  '## Rooms',
  '',
  '| Room | Holds | May import |',
  '|---|---|---|',
  '| `core` | what is pure | nothing |',
  '| `port` | types | core |',
  '| `shop` | a door | port, core |',
  '',
  '### What an addition touches',
  '',
  '| Addition | Beside | Outside |',
  '|---|---|---|',
  '| a door | `shop/<door>.ts` | 1: `port/index.ts` |',
  '| a program of its own | | 0 |',
].join('\n');
const PICTURE = '## Rooms\n\n```mermaid\nflowchart TB\n  shop --> port\n  port --> core\n```\n';

function config(room: string, ...references: readonly string[]): { path: string; text: string } {
  const text = JSON.stringify({ references: references.map((name) => ({ path: `../${name}` })) });
  return { path: `packages/timestep/src/${room}/tsconfig.json`, text };
}

const SOURCES = [
  config('core'),
  config('port', 'core'),
  config('shop', 'core', 'port'),
  { path: 'packages/timestep/src/port/index.ts', text: '' },
];

it('passes a table and a picture that say what the references say', () => {
  const pages = [
    { path: 'AGENTS.md', text: RULES },
    { path: 'design/architecture.md', text: PICTURE },
  ];
  expect(rooms([...SOURCES, ...pages])).toEqual({ summary: '3 rooms, 3 arrows', problems: [] });
});

it('refuses each fault of the known-bad tree, and nothing else', () => {
  expect(rooms(readTree('scripts/fixtures/rooms')).problems).toEqual([
    'AGENTS.md: port references core, which its row does not name',
    'AGENTS.md: the row of port names shop, which it does not reference',
    'AGENTS.md has no row for shop',
    'AGENTS.md has a row for attic, which is no room',
    'design/architecture.md does not have shop --> port',
    'design/architecture.md has shop --> core, which is not needed',
    'AGENTS.md: a door touches port/door.ts, which does not exist',
    'AGENTS.md: a door counts 2 files and names 1',
  ]);
});

it('does not pass by reading nothing', () => {
  expect(rooms([]).problems).toEqual([
    'AGENTS.md does not say what an addition touches',
    'no rooms found under packages/timestep/src',
  ]);
});
