import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { createRuleJudge, type RuleJudge } from '@timestep-ai/timestep/tools';
import { createCommandHunt } from './command-spellings.ts';
import { hunt, type Hunt } from './hunt.ts';
import { createPathHunt } from './path-spellings.ts';
import { createUrlHunt } from './url-spellings.ts';

function createFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'spellings-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Allows texts that begin in a way, as a judge does that compares texts. */
function allowStart(argument: string, start: string): RuleJudge {
  return ({ arguments: given }) => {
    const text = given[argument];
    return typeof text === 'string' && text.startsWith(start)
      ? { verdict: 'allow' }
      : { verdict: 'ask' };
  };
}

it.each<[string, () => Hunt]>([
  ['path', () => createPathHunt(createFolder())],
  ['command', () => createCommandHunt(createFolder())],
  ['url', () => createUrlHunt()],
])('no spelling of a %s passes', (_kind, open) => {
  const { tried, executed, passed } = hunt(open(), 1, 0, 600);
  expect(passed).toEqual([]);
  expect(tried).toBe(600);
  // Spellings that are all asked about would say little.
  expect(executed).toBeGreaterThan(10);
});

it.each<[string, () => Hunt, number]>([
  [
    'compares the text of a path',
    () => createPathHunt(createFolder(), (folder) => allowStart('path', `${folder}/data/`)),
    2000,
  ],
  [
    'does not follow links',
    () =>
      createPathHunt(createFolder(), (folder) =>
        createRuleJudge(
          { deny: [`read:path=${folder}/secret/**`], allow: [`read:path=${folder}/data/**`] },
          { root: `${folder}/data`, home: `${folder}/home` },
        ),
      ),
    2000,
  ],
  [
    'compares the start of a command',
    () => createCommandHunt(createFolder(), () => allowStart('command', 'echo ')),
    2000,
  ],
  [
    'compares the text of a URL',
    () =>
      createUrlHunt(
        () =>
          ({ arguments: { url } }) =>
            typeof url === 'string' && url.includes('.example.com')
              ? { verdict: 'allow' }
              : { verdict: 'ask' },
      ),
    2000,
  ],
])('a judge that %s is found out', (_how, open, count) => {
  expect(hunt(open(), 1, 0, count).passed.length).toBeGreaterThan(0);
});

it('the same seed and index give the same spelling', () => {
  const lazy = createUrlHunt(() => () => undefined);
  const [first] = hunt(lazy, 7, 0, 200).passed;
  expect(hunt(lazy, 7, first?.index ?? 0, (first?.index ?? 0) + 1).passed).toEqual([first]);
});
