import { execFile } from 'node:child_process';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Maximum milliseconds for the download of a repository. */
const PATIENCE_MS = 120_000;

/** Files of a repository at one commit, or the reason why they are not available. */
export type Brought =
  | { readonly kind: 'here'; readonly folder: string }
  | { readonly kind: 'missing'; readonly why: string };

/**
 * Downloads one commit of a repository, without its history, into a folder below `scratch`; a
 * commit from an earlier run is not downloaded again.
 */
export async function broughtCommit(
  scratch: string,
  source: string,
  commit: string,
): Promise<Brought> {
  const folder = join(scratch, commit);
  const git = (...args: readonly string[]) =>
    run('git', ['-C', folder, ...args], {
      timeout: PATIENCE_MS,
      env: { ...process.env, ...QUIET },
    });
  const isThere = (): Promise<boolean> =>
    git('rev-parse', '--verify', 'HEAD').then(
      ({ stdout }) => stdout.trim() === commit,
      () => false,
    );
  try {
    await mkdir(folder, { recursive: true });
    if (await isThere()) return { kind: 'here', folder };
    await git('init', '--quiet');
    await git('fetch', '--quiet', '--depth', '1', source, commit);
    await git('checkout', '--quiet', '--force', 'FETCH_HEAD');
    if (await isThere()) return { kind: 'here', folder };
    return { kind: 'missing', why: `${source} gave another commit than ${commit}` };
  } catch (thrown) {
    await rm(folder, { recursive: true, force: true });
    const said = (thrown instanceof Error ? thrown.message : String(thrown)).trim();
    return {
      kind: 'missing',
      why: `${commit} could not be fetched from ${source}: ${said.split('\n').at(-1)}`,
    };
  }
}

/**
 * Git settings of this machine must not affect the download, and git must not ask for a password.
 */
const QUIET = { GIT_TERMINAL_PROMPT: '0', GIT_DIR: undefined, GIT_WORK_TREE: undefined };
