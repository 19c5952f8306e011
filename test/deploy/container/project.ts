import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { buildPackageForTests } from '../../../scripts/test-setup/built-package.ts';

const REPOSITORY = join(import.meta.dirname, '../../..');

/** Writes a project with an agent, whose package is a packed file that starts the build of the present source. */
export async function writeProject(folder: string): Promise<void> {
  const built = await buildPackageForTests(REPOSITORY);
  const inside = `/repository/${relative(REPOSITORY, built)}/dist/people/cli/main.js`;
  const packed = join(folder, 'packed');
  mkdirSync(packed, { recursive: true });
  const bin = { timestep: 'main.js' };
  const manifest = { name: '@timestep-ai/timestep', version: '0.0.0', type: 'module', bin };
  writeFileSync(join(packed, 'package.json'), JSON.stringify(manifest));
  const program = `#!/usr/bin/env node\nawait import(${JSON.stringify(inside)});\n`;
  writeFileSync(join(packed, 'main.js'), program, { mode: 0o755 });
  const npm = (...args: readonly string[]) =>
    execFileSync('npm', args, { cwd: folder, stdio: 'pipe' });
  npm('pack', './packed', '--ignore-scripts');
  rmSync(packed, { recursive: true });
  const dependencies = { '@timestep-ai/timestep': 'file:timestep-ai-timestep-0.0.0.tgz' };
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, dependencies }));
  npm('install', '--package-lock-only', '--offline', '--no-audit', '--no-fund');
  cpSync(join(REPOSITORY, 'deploy/container/.dockerignore'), join(folder, '.dockerignore'));
  const files = {
    'tsagent.json': '{"metadata":{"name":"Desk"},"settings":{"model":"script:script.json"}}',
    'prompt.md': 'You are a desk.',
    'script.json': '{"rules":[{"reply":"Straight on."}]}',
    '.env': 'API_KEY=this-must-not-be-in-an-image',
  };
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
}
