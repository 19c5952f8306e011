import { existsSync, readFileSync } from 'node:fs';
import { join, resolve, sep } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { isJsonObject, parseJson } from '#core';

const PACKAGE = '@timestep-ai/timestep';

/** Whether a folder is in a project that already depends on this package. */
export function isInTimestepProject(folder: string): boolean {
  const place = resolve(folder);
  const names = place.split(sep);
  const manifest = names
    .map((_, at) => [...names.slice(0, names.length - at), 'package.json'].join(sep))
    .find((file) => existsSync(file));
  if (manifest === undefined) return false;
  const project = parseJson(readFileSync(manifest, 'utf8'));
  const dependencies = isJsonObject(project) ? project['dependencies'] : undefined;
  return isJsonObject(dependencies) && Object.hasOwn(dependencies, PACKAGE);
}

/**
 * Returns the dependency on this package for `package.json`: its version, the archive from which it was installed, or in a
 * clone its folder.
 */
export function getPackageDependency(
  version: string,
  file: string = fileURLToPath(import.meta.url),
): string {
  const [, installed] = /^(.*)[\\/]node_modules[\\/]/.exec(file) ?? [];
  if (installed !== undefined) return findArchiveDependency(installed) ?? `^${version}`;
  const [root = ''] = file.split(/[\\/](?:src|dist)[\\/]/, 1);
  return toFileDependency(root);
}

/**
 * Returns the path of the `.tgz` file from which a project installs this package; undefined if it installs it
 * otherwise.
 */
function findArchiveDependency(project: string): string | undefined {
  const file = join(project, 'package.json');
  const manifest = existsSync(file) ? parseJson(readFileSync(file, 'utf8')) : undefined;
  const dependencies = isJsonObject(manifest) ? manifest['dependencies'] : undefined;
  const wanted = isJsonObject(dependencies) ? dependencies[PACKAGE] : undefined;
  if (typeof wanted !== 'string' || !/^file:.*\.tgz$/.test(wanted)) return undefined;
  return toFileDependency(resolve(project, wanted.slice('file:'.length)));
}

function toFileDependency(path: string): string {
  return decodeURI(pathToFileURL(path).href).replace('file:///', 'file:/');
}

/**
 * Lists the files that turn an agent folder into a project: `package.json`, TypeScript settings and
 * a CI test.
 */
export function listProjectFiles(
  name: string,
  dependency: string,
): Readonly<Record<string, string>> {
  const manifest = {
    name: name.toLowerCase().replaceAll(/[^a-z0-9-]+/g, '-'),
    private: true,
    type: 'module',
    scripts: {
      chat: 'timestep chat .',
      start: 'timestep serve .',
      check: 'timestep check . && tsc',
      pretest: 'node -e "fs.rmSync(\'runs/test\', { recursive: true, force: true })"',
      test: `timestep run --tasks tests/tasks.jsonl --agent folder:. --outdir runs/test --graders "${GRADERS}"`,
    },
    dependencies: { [PACKAGE]: dependency, zod: '^4.0.0' },
    devDependencies: { '@types/node': '^24.0.0', typescript: '^5.9.0' },
  };
  const compilerOptions = {
    target: 'esnext',
    module: 'nodenext',
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    allowImportingTsExtensions: true,
    types: ['node'],
  };
  return {
    'package.json': `${JSON.stringify(manifest, undefined, 2)}\n`,
    'tsconfig.json': `${JSON.stringify({ compilerOptions }, undefined, 2)}\n`,
    '.github/workflows/test.yml': WORKFLOW,
  };
}

/** Names of the graders that judge the evaluation tasks which a new agent comes with. */
export const GRADERS = 'FinalContains, ToolCallSequence';

const WORKFLOW = `name: Test
on: [push, pull_request]
jobs:
  test:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@v5
      - uses: actions/setup-node@v5
        with:
          node-version: 24
      - run: npm ci
      - run: npm run check
      # Add the key of your provider to the secrets of the repository.
      - run: npm test -- --min-pass-rate 0.9
        env:
          OPENAI_API_KEY: \${{ secrets.OPENAI_API_KEY }}
`;
