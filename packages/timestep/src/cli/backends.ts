import { isAbsolute, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { BackendClaims, BackendKind } from '../port/index.ts';
import { CommandError } from './command-error.ts';
import { isBackendKind } from './is-backend-kind.ts';
import { isNotThere } from './is-not-there.ts';

/** A backend of a package that may be installed beside this one. */
export interface BackendListing extends BackendClaims {
  /** The package to install. */
  readonly package: string;
  /** The module to import. */
  readonly module: string;
}

/** A backend that a command may use, or a known one that cannot be loaded. */
export type OfferedBackend =
  | { readonly kind: 'here'; readonly backend: BackendKind }
  | { readonly kind: 'missing'; readonly backend: BackendClaims; readonly failure: Error };

export interface Backends {
  readonly offered: readonly OfferedBackend[];
  /** The default backend; it is among `offered`. */
  readonly standard: BackendKind;
  /** The backend that the command line names as a module; it is among `offered`. */
  readonly given?: OfferedBackend;
  /** Says whose an SQLite file is; nothing for what is not a file of SQLite. */
  readonly applicationIdOf: (path: string) => number | undefined;
}

/** Loads the installed backends, and the module that a command line names with `--backend`. */
export async function loadBackends(
  argv: readonly string[],
  listed: readonly BackendListing[],
): Promise<Backends> {
  const { applicationIdOf, sqliteBackend: standard } = await import('../runner/index.ts');
  const known: OfferedBackend[] = [{ kind: 'here', backend: standard }];
  for (const listing of listed) known.push(await listedBackend(listing));
  const name = namedModule(argv);
  if (name === undefined) return { offered: known, standard, applicationIdOf };
  const given = await givenBackend(name);
  return { offered: [...known, given], standard, given, applicationIdOf };
}

async function listedBackend(listing: BackendListing): Promise<OfferedBackend> {
  try {
    return { kind: 'here', backend: await backendIn(listing.module) };
  } catch (thrown) {
    const message = `${listing.title} needs a package: npm install ${listing.package}`;
    const failure = isNotThere(thrown) ? new CommandError('not-installed', message) : thrown;
    return { kind: 'missing', backend: listing, failure: errorOf(failure) };
  }
}

async function givenBackend(name: string): Promise<OfferedBackend> {
  try {
    const isPath = name.startsWith('.') || isAbsolute(name);
    const specifier = isPath ? pathToFileURL(resolve(name)).href : name;
    return { kind: 'here', backend: await backendIn(specifier) };
  } catch (thrown) {
    const { message } = errorOf(thrown);
    const said = `--backend ${name} cannot be loaded (${message}): give the path of a module, or a package that is installed beside timestep`;
    const failure = new CommandError('not-installed', said, { cause: thrown });
    return { kind: 'missing', backend: { name, title: name, addresses: [] }, failure };
  }
}

/** Rejects where the module does not exist, or has no backend. */
async function backendIn(specifier: string): Promise<BackendKind> {
  const module: { readonly backend?: unknown } = await import(specifier);
  const { backend } = module;
  if (isBackendKind(backend)) return backend;
  const message = `${specifier} does not export a "backend" with all parts of BackendKind of timestep/port`;
  throw new CommandError('no-backend', message);
}

/**
 * The module that `--backend` names, found before the command line is parsed, because parsing needs
 * the options of backends.
 */
function namedModule(argv: readonly string[]): string | undefined {
  const end = argv.indexOf('--');
  const words = end === -1 ? argv : argv.slice(0, end);
  const at = words.findLastIndex((word) => word === '--backend' || word.startsWith('--backend='));
  const word = words[at];
  return word === '--backend' ? words[at + 1] : word?.slice('--backend='.length);
}

function errorOf(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new Error(String(thrown));
}
