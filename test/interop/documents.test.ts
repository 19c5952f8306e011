import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { checkAgents } from '@timestep-ai/timestep/folder';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { listFencedBlocks, type FencedBlock } from '../../scripts/source/markdown.ts';
import { readTree } from '../../scripts/source/source-tree.ts';
import { ARE_PEERS_INSTALLED, importsPeer, PEERS } from '../peers.ts';

const repository = fileURLToPath(new URL('../../', import.meta.url));

/** Pages whose code is complete; those of `design/` show parts of programs. */
const WHOLE = /^(README\.md|docs\/(?!api\/)[\w/-]+\.md|(packages|examples)\/[\w-]+\/README\.md)$/;

const tree = readTree(repository);
const pages = tree.filter(({ path }) => WHOLE.test(path));

interface Shown extends FencedBlock {
  readonly page: string;
}

const shown = pages.flatMap(({ path, text }): Shown[] =>
  listFencedBlocks(text).map((block) => ({ page: path, ...block })),
);

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'timestep-documents-'));
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

it('shows programs that the compiler takes', () => {
  const all = shown.filter(({ language }) => language === 'ts');
  const programs = all.filter(({ text }) => ARE_PEERS_INSTALLED || !importsPeer(text));
  for (const { page } of all.filter((one) => !programs.includes(one)))
    process.stderr.write(`NOT RUN: a program of ${page}: run "npm run install:peers"\n`);
  expect(all.some(({ text }) => importsPeer(text))).toBe(true);
  expect(programs.length).toBeGreaterThan(6);
  const programsFolder = join(folder, 'programs');
  for (const { page, line, file = `line-${line}.ts`, text } of programs) {
    const path = join(programsFolder, page.replaceAll('/', '-'), file);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }
  const bad =
    "import { Agent } from '@timestep-ai/timestep';\nnew Agent({ agentId: 'a', model: 5 });\n";
  writeFileSync(join(programsFolder, 'known-bad.ts'), bad);
  writeFileSync(join(programsFolder, 'package.json'), '{ "type": "module" }');
  writeFileSync(
    join(programsFolder, 'tsconfig.json'),
    JSON.stringify({ extends: join(repository, 'scripts/tsconfig.json'), include: ['**/*.ts'] }),
  );
  symlinkSync(join(repository, 'node_modules'), join(folder, 'node_modules'));
  symlinkSync(join(PEERS, 'node_modules'), join(programsFolder, 'node_modules'));
  const compiler = join(repository, 'node_modules/.bin/tsc');
  const { stdout, error } = spawnSync(compiler, ['-p', programsFolder, '--singleThreaded'], {
    cwd: programsFolder,
    encoding: 'utf8',
  });
  expect(error).toBeUndefined();
  const files = stdout.split('\n').flatMap((line) => /^[^\s(]+(?=\()/.exec(line)?.[0] ?? []);
  expect({ files: [...new Set(files)], stdout }).toEqual({ files: ['known-bad.ts'], stdout });
});

it('shows the code of front ends as it is in the example', () => {
  const files = tree.filter(({ path }) => path.startsWith('examples/front-ends/'));
  const blocks = shown.filter(
    ({ page, language, text }) =>
      page === 'docs/connect/front-end.md' && language === 'tsx' && !text.startsWith('async'),
  );
  expect(blocks.length).toBeGreaterThan(4);
  expect(blocks.filter(({ text: code }) => !files.some(({ text }) => text.includes(code)))).toEqual(
    [],
  );
});

it('has a skill that coding agents can load', () => {
  const found = checkAgents(join(repository, 'skills'));
  expect(found).toMatchObject([{ kind: 'skill', name: 'timestep', problems: [] }]);
});

it('names scripts that there are', () => {
  // The page of a new project names the scripts of that project.
  const pagesWithScripts = tree.filter(
    ({ path }) => path.endsWith('.md') && path !== 'docs/start/project.md',
  );
  const named = pagesWithScripts.flatMap(({ path, text }) =>
    [...text.matchAll(/\bnpm run ([\w:-]*\w)/g)].map(([, name = '']) => ({ path, name })),
  );
  expect(named.length).toBeGreaterThan(20);
  const own = readScripts('');
  const unknown = named.filter(
    ({ path, name }) => !own.includes(name) && !readScripts(dirname(path)).includes(name),
  );
  expect(unknown).toEqual([]);
});

/** Names of the scripts of a folder's package; a page may also name those of its own folder. */
function readScripts(place: string): readonly string[] {
  const manifest = tree.find(({ path }) => path === join(place, 'package.json'));
  const { scripts = {} } = JSON.parse(manifest?.text ?? '{}') as { scripts?: object };
  return Object.keys(scripts);
}

it('links to files that there are', () => {
  const links = tree
    .filter(({ path }) => path.endsWith('.md') && !path.startsWith('scripts/fixtures/'))
    .flatMap(({ path, text }) =>
      [...text.matchAll(/\]\((?!https?:)([^)\s#]+)(?:#[^)\s]*)?\)/g)].map(([, target = '']) => ({
        path,
        target,
      })),
    );
  expect(links.length).toBeGreaterThan(100);
  const broken = links.filter(
    ({ path, target }) => !existsSync(join(repository, dirname(path), target)),
  );
  expect(broken).toEqual([]);
});
