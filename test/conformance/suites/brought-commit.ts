import { execFile } from 'node:child_process';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** How long a repository may take to arrive. */
const PATIENCE_MS = 120_000;

/** Files of a repository at one commit, or why they cannot be had. */
export type Brought =
  | { readonly kind: 'here'; readonly folder: string }
  | { readonly kind: 'missing'; readonly why: string };

/**
 * Brings one commit of a repository, without its history, into a folder below `scratch`; a commit that an
 * earlier run has brought is not fetched again.
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

/** Settings of this machine must not decide what is fetched, and nothing may wait for a password. */
const QUIET = { GIT_TERMINAL_PROMPT: '0', GIT_DIR: undefined, GIT_WORK_TREE: undefined };
