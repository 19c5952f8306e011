// Removes from `node_modules` what no script of the repository reads, after each installation: C headers
// of Node, programs for other platforms, source maps, sources that are there beside what was compiled of
// them, and lists of changes. Plain JavaScript, because it runs on the Node of the machine. What is not
// found is skipped; `npm ci --ignore-scripts` keeps everything.
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';

/** Folders that stay whole: other installations, and packages that Temporal bundles with their maps. */
const KEPT = ['.cache', '@temporalio', 'long', 'nexus-rpc', 'protobufjs'];

const RELEASES = '@temporalio/core-bridge/releases';
/** @type {Readonly<Record<string, string>>} */
const CPUS = { x64: 'x86_64', arm64: 'aarch64' };
/** @type {Readonly<Record<string, string>>} */
const SYSTEMS = { darwin: 'apple-darwin', linux: 'unknown-linux-gnu', win32: 'pc-windows-msvc' };

const modules = fileURLToPath(new URL('../../node_modules', import.meta.url));

/** @param {string} folder */
function listEntries(folder) {
  const path = join(modules, folder);
  return existsSync(path) ? readdirSync(path, { withFileTypes: true }) : [];
}

function listHeaders() {
  return listEntries('node/node_modules')
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => join('node/node_modules', name, 'include'));
}

/** Lists the programs for other machines, unless there is none for this machine. */
function listOtherReleases() {
  const own = `${CPUS[process.arch]}-${SYSTEMS[process.platform]}`;
  const releases = listEntries(RELEASES).map(({ name }) => name);
  if (!releases.includes(own)) return [];
  return releases.filter((name) => name !== own).map((name) => join(RELEASES, name));
}

/** What is read by nobody in any package: source maps, TypeScript that is no declaration, lists of changes. */
const UNREAD = /\.[cm]?[jt]s\.map$|(?<!\.d(?:\.[a-z]+)?)\.(?:[cm]?ts|tsx)$|^CHANGELOG\.md$/;

/**
 * Lists files that nobody reads. Links are not followed, because packages of the repository are links.
 * @param {string} folder
 * @returns {string[]}
 */
function listUnread(folder) {
  return listEntries(folder).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return KEPT.includes(path) ? [] : listUnread(path);
    return entry.isFile() && UNREAD.test(entry.name) ? [path] : [];
  });
}

/** Sources in Rust, of which the programs were compiled, and pages about a package. */
const FOLDERS = ['@temporalio/core-bridge/sdk-core', 'ai/docs'];

const unused = [FOLDERS, listHeaders(), listOtherReleases(), listUnread('')].flat();
for (const path of unused) rmSync(join(modules, path), { recursive: true, force: true });
