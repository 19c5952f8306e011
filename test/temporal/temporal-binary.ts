import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

/** The folder in which `npm run install:temporal` installs the server. */
export const INSTALLED: string = join(homedir(), '.cache', 'timestep', 'temporal');

/** Returns the program that serves Temporal on this machine, if there is one. */
export function temporalBinary(): string | undefined {
  const named = process.env['TEMPORAL_SERVER_BIN'];
  if (named !== undefined) return named;
  if (existsSync(INSTALLED)) return INSTALLED;
  return spawnSync('temporal', ['--version']).status === 0 ? 'temporal' : undefined;
}

/**
 * True if tests can use a Temporal server. If `TIMESTEP_REQUIRE_TEMPORAL` is set, a machine without
 * one fails; otherwise a line says that these tests do not run.
 */
export function hasTemporal(): boolean {
  if (process.env['TEMPORAL_ADDRESS'] !== undefined || temporalBinary() !== undefined) return true;
  const message = 'no Temporal server: run "npm run install:temporal", or set TEMPORAL_ADDRESS';
  if (process.env['TIMESTEP_REQUIRE_TEMPORAL'] === '1') throw new Error(message);
  process.stderr.write(`NOT RUN: test/temporal/server: ${message}\n`);
  return false;
}
