import { isAbsolute, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { BackendNames, BackendKind } from '#engine/port';
import { CommandError } from '../command-error.ts';
import { isBackendKind } from './is-backend-kind.ts';

/** A backend in a separate package, which may be installed or not. */
export interface BackendListing extends BackendNames {
  readonly package: string;
  readonly module: string;
}

/** A backend that a command can use, or a known backend that failed to load. */
export type OfferedBackend =
  | { readonly kind: 'installed'; readonly backend: BackendKind }
  | { readonly kind: 'missing'; readonly backend: BackendNames; readonly failure: Error };

export interface Backends {
  readonly offered: readonly OfferedBackend[];
  /** The default backend, which `offered` also contains. */
  readonly standard: BackendKind;
  /** Backend loaded from the module in `--backend`; also contained in `offered`. */
  readonly given?: OfferedBackend;
  /** Reads the application id of an SQLite file, which identifies its backend. */
  readonly readApplicationId: (path: string) => number | undefined;
}

/** Loads the installed backends and the module given with `--backend`. */
export async function loadBackends(
  argv: readonly string[],
  listed: readonly BackendListing[],
): Promise<Backends> {
  const { readApplicationId, sqliteBackend: standard } = await import('#engine/runner');
  const known: OfferedBackend[] = [{ kind: 'installed', backend: standard }];
  for (const listing of listed) known.push(await loadListedBackend(listing));
  const name = findBackendModule(argv);
  if (name === undefined) return { offered: known, standard, readApplicationId };
  const given = await tryImportBackendByName(name);
  return { offered: [...known, given], standard, given, readApplicationId };
}

async function loadListedBackend(listing: BackendListing): Promise<OfferedBackend> {
  try {
    return { kind: 'installed', backend: await importBackend(listing.module) };
  } catch (thrown) {
    const message = `${listing.title} is not installed: npm install ${listing.package}`;
    const failure = isModuleMissing(thrown) ? new CommandError('not-installed', message) : thrown;
    return { kind: 'missing', backend: listing, failure: toError(failure) };
  }
}

async function tryImportBackendByName(name: string): Promise<OfferedBackend> {
  try {
    const isPath = name.startsWith('.') || isAbsolute(name);
    const specifier = isPath ? pathToFileURL(resolve(name)).href : name;
    return { kind: 'installed', backend: await importBackend(specifier) };
  } catch (thrown) {
    const { message } = toError(thrown);
    const said = `--backend ${name} cannot be loaded (${message}): give the path of a module or the name of an installed package`;
    const failure = new CommandError('not-installed', said, { cause: thrown });
    return { kind: 'missing', backend: { name, title: name, addresses: [] }, failure };
  }
}

const MISSING_MODULE_CODES: readonly unknown[] = [
  'ERR_MODULE_NOT_FOUND',
  'ERR_PACKAGE_PATH_NOT_EXPORTED',
];

export function isModuleMissing(thrown: unknown): boolean {
  return thrown instanceof Error && 'code' in thrown && MISSING_MODULE_CODES.includes(thrown.code);
}

/** Imports a backend. Rejects if the module does not exist or exports no valid `backend`. */
async function importBackend(specifier: string): Promise<BackendKind> {
  const module: { readonly backend?: unknown } = await import(specifier);
  const { backend } = module;
  if (isBackendKind(backend)) return backend;
  const message = `${specifier} must export "backend" with all properties of BackendKind of timestep/port`;
  throw new CommandError('no-backend', message);
}

/** Finds `--backend` before the command line is parsed, because parsing needs its options. */
function findBackendModule(argv: readonly string[]): string | undefined {
  const end = argv.indexOf('--');
  const words = end === -1 ? argv : argv.slice(0, end);
  const at = words.findLastIndex((word) => word === '--backend' || word.startsWith('--backend='));
  const word = words[at];
  return word === '--backend' ? words[at + 1] : word?.slice('--backend='.length);
}

function toError(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new Error(String(thrown));
}
