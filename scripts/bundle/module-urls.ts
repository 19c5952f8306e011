import { posix } from 'node:path';
import type { Plugin } from 'rolldown';

const META = /\bimport\.meta\b(?!\.main\b)(?:\.\w+)?/g;
/** The bundler chooses the quotes. */
const PLACE = /\bMODULE_URL\((["'])([^"']+)\1\)/g;

/**
 * Keeps `import.meta.url` what it is where every module is a file of its own, so that a module finds
 * what is beside it wherever its code ends up. Whatever else a module asks of `import.meta` would be
 * the bundle's, and is refused. `source` is the folder that the modules' paths are relative to.
 */
export function moduleUrls(source: string): Plugin {
  return {
    name: 'module-urls',
    transform: {
      filter: { id: new RegExp(`^${RegExp.escape(source)}/`) },
      handler: (code, id) => withPlaces(code, posix.relative(source, id).replace(/\.ts$/, '.js')),
    },
    renderChunk: (code, { fileName }) => withUrls(code, fileName),
  };
}

/** Names the module wherever its code asks for its URL. */
export function withPlaces(code: string, module: string): string {
  return code.replaceAll(META, (asked) => {
    if (asked === 'import.meta.url') return `MODULE_URL('${module}')`;
    throw new Error(`${module} uses ${asked}: a bundled module knows its import.meta.url alone`);
  });
}

/** Turns names of modules into URLs, seen from the file that their code has ended up in. */
export function withUrls(code: string, file: string): string {
  return code.replaceAll(PLACE, (_place, _quote, module: string) => {
    const path = posix.relative(posix.dirname(file), module);
    return `new URL('${path}', import.meta.url).href`;
  });
}
