import { posix } from 'node:path';
import type { Plugin } from 'rolldown';

const META = /\bimport\.meta\b(?!\.main\b)(?:\.\w+)?/g;
/** The bundler chooses the quotes. */
const MODULE_NAME = /\bMODULE_URL\((["'])([^"']+)\1\)/g;

/**
 * Keeps `import.meta.url` as if every module were a separate file, so that a module finds the files
 * beside it in any bundle. Other properties of `import.meta` would belong to the bundle, so they
 * are refused. `source` is the folder that module paths are relative to.
 */
export function createModuleUrlPlugin(source: string): Plugin {
  return {
    name: 'module-urls',
    transform: {
      filter: { id: new RegExp(`^${RegExp.escape(source)}/`) },
      handler: (code, id) =>
        replaceImportMetaUrl(code, posix.relative(source, id).replace(/\.ts$/, '.js')),
    },
    renderChunk: (code, { fileName }) => replaceModuleNames(code, fileName),
  };
}

/** Replaces `import.meta.url` with the name of the module. */
export function replaceImportMetaUrl(code: string, module: string): string {
  return code.replaceAll(META, (asked) => {
    if (asked === 'import.meta.url') return `MODULE_URL('${module}')`;
    throw new Error(`${module} uses ${asked}: a bundled module knows its import.meta.url alone`);
  });
}

/** Replaces module names with URLs relative to the output file that contains their code. */
export function replaceModuleNames(code: string, file: string): string {
  return code.replaceAll(MODULE_NAME, (_place, _quote, module: string) => {
    const path = posix.relative(posix.dirname(file), module);
    return `new URL('${path}', import.meta.url).href`;
  });
}
