import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { TimestepError } from '../core/index.ts';
import { readPageFiles, type PageFiles } from './page-files.ts';

/** The page is not there and could not be built. */
class PageError extends TimestepError {}

/**
 * The files of the page that is shipped with the package. In a clone of the repository, which has no built
 * page, they are built when they are first asked for; a page that was built before from the same source is
 * used again. Throws an error with the code `page-not-built`, which says what to run.
 */
export async function shippedPage(): Promise<PageFiles> {
  return readPageFiles(await shippedFolder());
}

/** The template of reports, a page without data. Throws as `shippedPage` does. */
export async function shippedReport(): Promise<string> {
  return readFile(join(await shippedFolder(), 'report.html'), 'utf8');
}

async function shippedFolder(): Promise<string> {
  const built = fileURLToPath(new URL('../ui/', import.meta.url));
  return existsSync(built) ? built : builtInClone();
}

async function builtInClone(): Promise<string> {
  const script = fileURLToPath(new URL('../../../../scripts/web-folder.ts', import.meta.url));
  // Beside an installed package there is no script of this repository.
  if (!import.meta.url.endsWith('.ts') || !existsSync(script)) throw notBuilt();
  try {
    const { stdout } = await promisify(execFile)(process.execPath, [script]);
    return stdout.trim();
  } catch (thrown) {
    throw notBuilt(thrown);
  }
}

function notBuilt(cause?: unknown): PageError {
  const message = 'the page is not built: run "npm ci" and "npm run build" in the repository';
  return new PageError('page-not-built', message, cause === undefined ? {} : { cause });
}
