#!/usr/bin/env node
import { getNodeVersionError } from './node-version.ts';

// The Node version is checked before anything else is imported, as old versions fail to load it.
const problem = getNodeVersionError(process.versions.node, process.execPath);
if (problem === undefined) {
  await import('./run-process.ts');
} else {
  process.stderr.write(`timestep: ${problem}\n`);
  process.exitCode = 1;
}
