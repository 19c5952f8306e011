import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { TimestepError } from '#core';
import { describeExit, runToEnd } from '#engine/processes';
import { readPageFiles, type PageFiles } from './page-files.ts';

class PageError extends TimestepError {}

/** Loads the page of the package; a clone of the repository builds it. Throws `page-not-built`. */
export async function loadShippedPage(): Promise<PageFiles> {
  return readPageFiles(await findOrBuildPageFolder());
}

/**
 * Loads the HTML template of an evaluation report or task report. Throws the same error as
 * `loadShippedPage`.
 */
export async function loadReportTemplate(name: 'report' | 'task'): Promise<string> {
  return readFile(join(await findOrBuildPageFolder(), `${name}.html`), 'utf8');
}

async function findOrBuildPageFolder(): Promise<string> {
  const built = fileURLToPath(new URL('../../ui/', import.meta.url));
  return existsSync(built) ? built : buildPageInClone();
}

async function buildPageInClone(): Promise<string> {
  const script = fileURLToPath(new URL('../../../../../scripts/web-folder.ts', import.meta.url));
  // An installed package does not include the build script of the repository.
  if (!import.meta.url.endsWith('.ts') || !existsSync(script)) throw createNotBuiltError();
  try {
    const { exit, stdout, stderr } = await runToEnd({ command: process.execPath, args: [script] });
    if (exit.code !== 0)
      throw new Error(
        `the web page could not be built, because the build ${describeExit(exit)}: ${stderr}`,
      );
    return stdout.trim();
  } catch (thrown) {
    throw createNotBuiltError(thrown);
  }
}

function createNotBuiltError(cause?: unknown): PageError {
  const message = 'the page is not built: run "npm ci" and "npm run build" in the repository';
  return new PageError('page-not-built', message, cause === undefined ? {} : { cause });
}
