#!/usr/bin/env node
import module from 'node:module';
import { getNodeVersionError } from './node-version.ts';

// The Node version is checked before anything else is imported, as old versions fail to load it.
const problem = getNodeVersionError(process.versions.node, process.execPath);
if (problem === undefined) {
  // Later starts load the compiled code: a quarter less processor time. NODE_DISABLE_COMPILE_CACHE
  // turns it off; a directory that cannot be written is no error.
  module.enableCompileCache();
  hideWarningOfSqlite();
  await import('./run-process.ts');
} else {
  process.stderr.write(`timestep: ${problem}\n`);
  process.exitCode = 1;
}

/** Node 22 calls its SQLite experimental at every start, which no user of the command can change. */
function hideWarningOfSqlite(): void {
  const emitWarning = process.emitWarning.bind(process);
  process.emitWarning = (warning: string | Error, ...rest: unknown[]): void => {
    if (typeof warning === 'string' && warning.startsWith('SQLite is an experimental')) return;
    Reflect.apply(emitWarning, undefined, [warning, ...rest]);
  };
}
