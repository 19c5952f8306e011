import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The part of a bundler's plugin that is used; those of Rolldown and Vite have it. */
export interface LicensePlugin {
  readonly name: string;
  generateBundle(
    this: { emitFile(file: { type: 'asset'; fileName: string; source: string }): unknown },
    options: unknown,
    bundle: Readonly<Record<string, { readonly modules?: object }>>,
  ): void;
}

/** Writes the licenses of all packages whose code is in a bundle beside it, as they ask for. */
export function licensesOf(fileName: string): LicensePlugin {
  return {
    name: 'licenses',
    generateBundle(_options, bundle) {
      const modules = Object.values(bundle).flatMap((file) => Object.keys(file.modules ?? {}));
      const source = licensesText(modules);
      if (source !== '') this.emitFile({ type: 'asset', fileName, source });
    },
  };
}

/** The licenses of the packages that modules are of, by their paths. Throws where one has none. */
export function licensesText(modules: readonly string[]): string {
  const folders = modules.flatMap((path) => packageFolderOf(path) ?? []);
  return [...new Set(folders)]
    .toSorted()
    .map(licenseIn)
    .join(`\n${'-'.repeat(80)}\n\n`);
}

/** `/a/node_modules/@b/c` of `/a/node_modules/@b/c/d.js`. */
function packageFolderOf(path: string): string | undefined {
  return /^\0?(.*\/node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1];
}

function licenseIn(folder: string): string {
  const manifest: unknown = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const { name, version, license } = manifest as Record<'name' | 'version' | 'license', string>;
  const [file] = globSync('{LICENSE,LICENCE,license,License}*', { cwd: folder }).toSorted();
  const text = file === undefined ? textBeside(folder) : readFileSync(join(folder, file), 'utf8');
  if (text === undefined) throw new Error(`${name} has no text of its license, ${license}`);
  return `${name} ${version} (${license})\n\n${text.trim()}\n`;
}

/** Packages of one family may ship the text with one of them only. */
function textBeside(folder: string): string | undefined {
  const family = dirname(folder);
  const [found] = globSync('*/LICENSE*', { cwd: family }).toSorted();
  const isFamily = family.includes('node_modules/@');
  return isFamily && found !== undefined && existsSync(join(family, found))
    ? readFileSync(join(family, found), 'utf8')
    : undefined;
}
