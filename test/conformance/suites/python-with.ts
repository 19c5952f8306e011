import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { access, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Maximum milliseconds for the download of packages. */
const PATIENCE_MS = 300_000;

/** A Python with the packages of a suite, or the reason why there is none. */
export type PythonFound =
  | { readonly kind: 'here'; readonly python: string }
  | { readonly kind: 'missing'; readonly why: string };

/** Installs packages below `scratch`, unless an earlier run has done so. */
export async function pythonWith(
  scratch: string,
  packages: readonly string[],
): Promise<PythonFound> {
  const hash = createHash('sha256').update(packages.join('\n')).digest('hex').slice(0, 12);
  const folder = join(scratch, `python-${hash}`);
  const [python, whole] = [join(folder, 'bin/python'), join(folder, 'installed')];
  try {
    await access(whole);
    return { kind: 'here', python };
  } catch {
    // The environment is missing or incomplete, so it is created from scratch.
  }
  try {
    await run('python3', ['-m', 'venv', '--clear', folder], { timeout: PATIENCE_MS });
    const install = ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check'];
    await run(python, [...install, ...packages], { timeout: PATIENCE_MS });
    await writeFile(whole, packages.join('\n'));
    return { kind: 'here', python };
  } catch (thrown) {
    const said = (thrown instanceof Error ? thrown.message : String(thrown)).trim();
    const why = `its packages could not be installed; they need python3 of 3.11 or newer with venv and pip: ${said.split('\n').at(-1)}`;
    return { kind: 'missing', why };
  }
}
