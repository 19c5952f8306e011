import { expect, it } from 'vitest';
import { checkLayers } from './layers.ts';
import { readTree } from '../source/source-tree.ts';

const SOURCE = 'packages/timestep/src';
const CONFIGS = [
  config('', ['./core', './port']),
  config('core/', []),
  config('port/', ['../core']),
];

function config(folder: string, references: readonly string[]): { path: string; text: string } {
  const text = JSON.stringify({ references: references.map((path) => ({ path })) });
  return { path: `${SOURCE}/${folder}tsconfig.json`, text };
}

function problemsOf(files: Readonly<Record<string, string>>): readonly string[] {
  const sources = Object.entries(files).map(([path, text]) => ({
    path: `${SOURCE}/${path}`,
    text,
  }));
  return checkLayers([...CONFIGS, ...sources]).problems;
}

it('passes imports along the references, through indexes', () => {
  const problems = problemsOf({
    'index.ts': "export { follow } from '#port';",
    'core/index.ts': "export { a } from './deep/a.ts';",
    'core/deep/a.ts': "import { b } from '../b.ts';",
    'port/follow.ts': "import { a } from '#core';\nimport 'node:fs';",
  });
  expect(problems).toEqual([]);
});

it('refuses each fault of the known-bad tree, and nothing else', () => {
  const { problems } = checkLayers(readTree('scripts/fixtures/layers'));
  expect(problems).toEqual([
    `${SOURCE}/attic has no tsconfig.json`,
    `${SOURCE}/core/decide.ts:1 imports node:crypto: core imports nothing`,
    `${SOURCE}/port/index.ts:1 imports #runner: port does not reference runner`,
    `${SOURCE}/runner/index.ts:1 imports ../core/decide.ts: import the module as #core`,
    `${SOURCE}/runner/index.ts:2 imports @timestep-ai/timestep/port: inside the package, import a module as #group/module`,
  ]);
});

it('lets tests import any module, but only its index', () => {
  const problems = problemsOf({
    'core/a.test.ts': "import { it } from 'vitest';\nimport { x } from '#port';",
    'core/b.test.ts': "import { x } from '../port/follow.ts';",
  });
  expect(problems).toEqual([
    `${SOURCE}/core/b.test.ts:1 imports ../port/follow.ts: import the module as #port`,
  ]);
});

it('refuses imports from outside src, imports of the root from a module, and a module that is not built', () => {
  const stray = config('shed/', []);
  const file = {
    path: `${SOURCE}/shed/a.ts`,
    text: "import '../index.ts';\nimport '../../../x.ts';",
  };
  expect(checkLayers([...CONFIGS, stray, file]).problems).toEqual([
    `${SOURCE}/shed is not referenced by ${SOURCE}/tsconfig.json`,
    `${SOURCE}/shed/a.ts:1 imports ../index.ts: shed does not reference src`,
    `${SOURCE}/shed/a.ts:2 imports ../../../x.ts, which is outside ${SOURCE}`,
  ]);
});

it('refuses a module that references a higher group, and imports past the index of a grouped module', () => {
  const path = `${SOURCE}/engine/port/a.ts`;
  const configs = [
    config('', ['./engine/port', './agents/model']),
    config('engine/port/', ['../../agents/model']),
    config('agents/model/', []),
  ];
  const text =
    "import '#agents/model';\nimport '../../agents/model/index.ts';\nimport '#agents/model/deep';";
  expect(checkLayers([...configs, { path, text }]).problems).toEqual([
    'engine/port references the group agents, which is not below engine',
    `${path}:2 imports ../../agents/model/index.ts: import the module as #agents/model`,
    `${path}:3 imports #agents/model/deep: import the module as #agents/model`,
  ]);
});

it('does not pass by reading nothing', () => {
  expect(checkLayers([]).problems).toEqual([`no imports found under ${SOURCE}`]);
});
