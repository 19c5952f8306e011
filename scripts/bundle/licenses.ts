import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The part of a bundler plugin that is used; plugins of Rolldown and Vite have it. */
export interface LicensePlugin {
  readonly name: string;
  generateBundle(
    this: { emitFile(file: { type: 'asset'; fileName: string; source: string }): unknown },
    options: unknown,
    bundle: Readonly<Record<string, { readonly modules?: object }>>,
  ): void;
}

/** Writes the licenses of all bundled packages beside the bundle, as these licenses require. */
export function createLicensePlugin(fileName: string): LicensePlugin {
  return {
    name: 'licenses',
    generateBundle(_options, bundle) {
      const modules = Object.values(bundle).flatMap((file) => Object.keys(file.modules ?? {}));
      const source = formatLicenses(modules);
      if (source !== '') this.emitFile({ type: 'asset', fileName, source });
    },
  };
}

/**
 * Takes paths of modules. Packages with the same text share it. Code that was copied has its license, headed by its name,
 * in a file `LICENSE` beside it. Throws if one of the packages has no license.
 */
export function formatLicenses(modules: readonly string[]): string {
  const folders = modules.flatMap((path) => getPackageFolder(path) ?? []);
  const licenses = [...new Set(folders)].toSorted().map(readLicense);
  const ofPackages = [...Map.groupBy(licenses, ({ text }) => text)].map(
    ([text, packages]) => `${packages.map(({ name }) => name).join('\n')}\n\n${text}\n`,
  );
  const copied = new Set(modules.flatMap((path) => findLicenseBeside(path) ?? []));
  const ofCopies = [...copied].toSorted().map((file) => `${readFileSync(file, 'utf8').trim()}\n`);
  return [...ofPackages, ...ofCopies].join(`\n${'-'.repeat(80)}\n\n`);
}

function findLicenseBeside(path: string): string | undefined {
  const file = join(dirname(path), 'LICENSE');
  return getPackageFolder(path) === undefined && existsSync(file) ? file : undefined;
}

/** Returns `/a/node_modules/@b/c` for `/a/node_modules/@b/c/d.js`. */
function getPackageFolder(path: string): string | undefined {
  return /^\0?(.*\/node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1];
}

function readLicense(folder: string): { readonly name: string; readonly text: string } {
  const manifest: unknown = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const { name, version, license } = manifest as Record<'name' | 'version' | 'license', string>;
  const [file] = globSync('{LICENSE,LICENCE,license,License}*', { cwd: folder }).toSorted();
  const text =
    file === undefined ? findSiblingLicense(folder) : readFileSync(join(folder, file), 'utf8');
  if (text === undefined) throw new Error(`${name} has no text of its license, ${license}`);
  return { name: `${name} ${version} (${license})`, text: text.trim() };
}

/** A family of packages may ship the text only once. */
function findSiblingLicense(folder: string): string | undefined {
  const family = dirname(folder);
  const [found] = globSync('*/LICENSE*', { cwd: family }).toSorted();
  const isFamily = family.includes('node_modules/@');
  return isFamily && found !== undefined && existsSync(join(family, found))
    ? readFileSync(join(family, found), 'utf8')
    : undefined;
}
