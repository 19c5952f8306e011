import { spawnSync } from 'node:child_process';

const NAMES = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome'];

/** Returns the Chromium of this machine, if there is one. */
export function browserBinary(): string | undefined {
  const named = process.env['TIMESTEP_BROWSER'];
  if (named !== undefined) return named;
  return NAMES.find((name) => spawnSync(name, ['--version']).status === 0);
}

/**
 * True if tests can use a browser. If `TIMESTEP_REQUIRE_BROWSER` is set, a machine without a
 * browser fails; otherwise a line says that these tests do not run.
 */
export function hasBrowser(): boolean {
  if (browserBinary() !== undefined) return true;
  const message = 'no Chromium: run "npm run install:browser", or set TIMESTEP_BROWSER';
  if (process.env['TIMESTEP_REQUIRE_BROWSER'] === '1') throw new Error(message);
  process.stderr.write(`NOT RUN: test/browser: ${message}\n`);
  return false;
}
