#!/usr/bin/env node
import module from 'node:module';
import { getNodeVersionError } from './node-version.ts';

// The Node version is checked before anything else is imported, as old versions fail to load it.
const problem = getNodeVersionError(process.versions.node, process.execPath);
if (problem === undefined) {
  // Later starts load compiled code from a cache, which saves a quarter of the CPU time. Deno has no such cache.
  // NODE_DISABLE_COMPILE_CACHE turns the cache off. It is no error if its directory cannot be written.
  if ('enableCompileCache' in module) module.enableCompileCache();
  hideWarningOfSqlite();
  await import('./run-process.ts');
} else {
  process.stderr.write(`timestep: ${problem}\n`);
  process.exitCode = 1;
}

/** Hides the warning of Node 22 that SQLite is experimental, about which users can do nothing. */
function hideWarningOfSqlite(): void {
  const emitWarning = process.emitWarning.bind(process);
  process.emitWarning = (warning: string | Error, ...rest: unknown[]): void => {
    if (typeof warning === 'string' && warning.startsWith('SQLite is an experimental')) return;
    Reflect.apply(emitWarning, undefined, [warning, ...rest]);
  };
}
