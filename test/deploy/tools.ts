import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** The folder of what `npm run install:deploy` installs. */
export const INSTALLED: string = join(import.meta.dirname, '../../node_modules/.cache/deploy');

/** Programs that check the files of `deploy`, built of pinned versions. */
export const HELM: string = join(INSTALLED, 'bin/helm');
export const STRICT: string = join(INSTALLED, 'bin/strict');
export const ACTIONLINT: string = join(INSTALLED, 'bin/actionlint');
export const HADOLINT: string = join(INSTALLED, 'bin/hadolint');
export const CADDY: string = join(INSTALLED, 'bin/caddy');
export const NGINX: string = join(INSTALLED, 'nginx/usr/sbin/nginx');

/**
 * True if tests can use these programs. If `TIMESTEP_REQUIRE_DEPLOY` is set, a machine without them fails; otherwise
 * a line says that these tests do not run.
 */
export function hasDeployTools(): boolean {
  const missing = [HELM, STRICT, ACTIONLINT, HADOLINT, CADDY, NGINX].filter(
    (file) => !existsSync(file),
  );
  if (missing.length === 0) return true;
  const message = 'no helm, hadolint, actionlint, Caddy or nginx: run "npm run install:deploy"';
  if (process.env['TIMESTEP_REQUIRE_DEPLOY'] === '1') throw new Error(message);
  process.stderr.write(`NOT RUN: test/deploy: ${message}\n`);
  return false;
}
