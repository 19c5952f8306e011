#!/usr/bin/env node
import { nodeProblem } from './node-problem.ts';

// A Node that is too old cannot load the command, so nothing of it is loaded before this was looked at.
const problem = nodeProblem(process.versions.node, process.execPath);
if (problem === undefined) {
  await import('./run-process.ts');
} else {
  process.stderr.write(`timestep: ${problem}\n`);
  process.exitCode = 1;
}
