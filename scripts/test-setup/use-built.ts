import { existsSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';

// Loaded before a program (`node --import`), with the folder of a build after `?`, this has the program run
// what is built instead of the source that it was built from. A test imports the package as before.
// A source imports sources, except the fixtures of a program that is itself a fixture beside the source.

const SOURCES = new URL('../../packages/timestep/src/', import.meta.url).href;
const built = new URL(decodeURIComponent(new URL(import.meta.url).search.slice(1)));

const FIXTURE = '.fixture.ts';
const [, program = ''] = process.argv;
const isFixture = program.endsWith(FIXTURE) && pathToFileURL(program).href.startsWith(SOURCES);

function importsSources(importer: string): boolean {
  return importer.startsWith(SOURCES) && !(isFixture && importer.endsWith(FIXTURE));
}

registerHooks({
  resolve(specifier, context, next) {
    const resolved = next(specifier, context);
    if (!resolved.url.startsWith(SOURCES) || importsSources(context.parentURL ?? ''))
      return resolved;
    const entry = resolved.url.slice(SOURCES.length).replace(/\.ts$/, '.js');
    const url = new URL(`dist/${entry}`, built);
    return existsSync(fileURLToPath(url)) ? { url: url.href, format: 'module' } : resolved;
  },
});
