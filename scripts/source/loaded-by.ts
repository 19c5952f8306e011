import { execFile } from 'node:child_process';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';

/** A program that prints the modules that are loaded with a module. */
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

/**
 * Returns the packages that are loaded with a built module, and Node modules that are slow to load,
 * in order. The repository's own packages are linked into `node_modules`, and loaded from their
 * folders.
 */
export async function listLoadedPackages(path: string): Promise<string[]> {
  const args = ['--input-type=module', '--eval', PROGRAM, pathToFileURL(path).href];
  const { stdout } = await promisify(execFile)(process.execPath, args);
  return JSON.parse(stdout) as string[];
}
