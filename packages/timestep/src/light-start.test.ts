import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

/** Prints the packages that are loaded with a module, and those parts of Node that take long. */
const PROGRAM = `
  const { registerHooks } = await import('node:module');
  const loaded = new Set();
  registerHooks({
    load(url, context, next) {
      const [, name] = /node_modules\\/((?:@[^/]+\\/)?[^/]+)/.exec(url) ?? [];
      if (name) loaded.add(name);
      if (/^node:(https?2?|sqlite|tls)$/.test(url)) loaded.add(url);
      return next(url, context);
    },
  });
  await import(process.argv[1]);
  process.stdout.write(JSON.stringify([...loaded].sort()));
`;

async function loadedBy(module: string): Promise<unknown> {
  const path = new URL(module, import.meta.url).href;
  const node = ['--conditions=@timestep/source', '--input-type=module', '--eval', PROGRAM, path];
  const { stdout } = await promisify(execFile)(process.execPath, node);
  return JSON.parse(stdout);
}

it('loads nothing that a program may not need', async () => {
  expect(await loadedBy('./index.ts')).toEqual(['node:sqlite']);
});

it('loads no database to show help', async () => {
  expect(await loadedBy('./cli/run.ts')).toEqual([]);
});

it('would notice a package that is loaded too early', async () => {
  expect(await loadedBy('./mcp/serve/handler.ts')).toContain('zod');
  expect(await loadedBy('../../../node_modules/@hono/node-server/dist/index.mjs')).toContain(
    'node:http',
  );
});
