import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

/** Prints the packages that are loaded with a module. */
const PROGRAM = `
  const { registerHooks } = await import('node:module');
  const loaded = new Set();
  registerHooks({
    load(url, context, next) {
      const [, name] = /node_modules\\/((?:@[^/]+\\/)?[^/]+)/.exec(url) ?? [];
      if (name) loaded.add(name);
      return next(url, context);
    },
  });
  await import(process.argv[1]);
  process.stdout.write(JSON.stringify([...loaded].sort()));
`;

async function packagesLoadedBy(module: string): Promise<unknown> {
  const path = new URL(module, import.meta.url).href;
  const node = ['--conditions=@timestep/source', '--input-type=module', '--eval', PROGRAM, path];
  const { stdout } = await promisify(execFile)(process.execPath, node);
  return JSON.parse(stdout);
}

it('loads nothing of Temporal before it is used', async () => {
  expect(await packagesLoadedBy('./index.ts')).toEqual([]);
});

it('would notice what is loaded too early', async () => {
  expect(await packagesLoadedBy('./see-temporal.ts')).toContain('@temporalio/client');
});
