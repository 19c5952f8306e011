import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { installProject, listArchives } from './project.ts';
import { COMPILERS } from './runtimes.ts';

const { timestep = '', temporal = '', grpc = '' } = listArchives();
const folder = installProject([
  timestep,
  temporal,
  grpc,
  'zod@^4.0.0',
  '@types/node@^24.0.0',
  '@types/json-schema@^7.0.0',
]);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Names of all entries of a package. */
function listEntries(name: string): string[] {
  const text = readFileSync(join(folder, 'node_modules', name, 'package.json'), 'utf8');
  const { exports } = JSON.parse(text) as { readonly exports: Readonly<Record<string, unknown>> };
  const entries = Object.keys(exports).filter((entry) => entry !== './package.json');
  return entries.map((entry) => `${name}${entry.slice(1)}`);
}

const entries = ['timestep', 'temporal', 'grpc'].flatMap((name) =>
  listEntries(`@timestep-ai/${name}`),
);

/** Checks a program that imports every entry, with the declarations of all packages. */
function check(compiler: string, module: string, program: string): string {
  const compilerOptions = {
    target: 'es2024',
    lib: ['es2024'],
    module: module === 'nodenext' ? 'nodenext' : 'esnext',
    moduleResolution: module,
    strict: true,
    noEmit: true,
    skipLibCheck: false,
    types: ['node'],
  };
  writeFileSync(join(folder, 'program.ts'), program);
  writeFileSync(
    join(folder, 'tsconfig.json'),
    JSON.stringify({ compilerOptions, files: ['program.ts'] }),
  );
  return spawnSync(process.execPath, [compiler, '-p', '.'], { cwd: folder, encoding: 'utf8' })
    .stdout;
}

const PROGRAM = entries
  .map((entry, index) => `import * as entry${index} from '${entry}';\nvoid entry${index};\n`)
  .join('');

it.each(
  COMPILERS.flatMap(([name, file]) =>
    ['bundler', 'nodenext'].map((module) => ({ name, module, file })),
  ),
)('has clean declarations without skipLibCheck: $name, $module', ({ file, module }) => {
  expect(entries.length).toBeGreaterThan(20);
  expect(dropProblemsOfTemporal(check(file, module, PROGRAM))).toBe('');
});

it('notices a program that is wrong', () => {
  const wrong = `import { Agent } from '@timestep-ai/timestep';\nnew Agent({ agentId: 5 });\n`;
  const [, file = ''] = COMPILERS.at(-1) ?? [];
  expect(check(file, 'nodenext', wrong)).toContain('program.ts(2,');
});

/** The declarations of Temporal's own packages import `ms`, whose exports name no types for a program of modules. */
function dropProblemsOfTemporal(printed: string): string {
  const problems = printed.split(/^(?=\S)/m);
  return problems.filter((text) => !text.startsWith('node_modules/@temporalio/')).join('');
}
