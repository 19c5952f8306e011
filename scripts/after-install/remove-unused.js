// Removes from `node_modules` what no script of the repository reads, after each installation: C headers
// of Node, programs for other platforms, and source maps. Plain JavaScript, because it runs on the
// Node of the machine. What is not found is skipped; `npm ci --ignore-scripts` keeps everything.
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';

/** Folders whose maps stay: other installations, and packages that Temporal bundles with their maps. */
const KEPT_MAPS = ['.cache', '@temporalio', 'long', 'nexus-rpc', 'protobufjs'];

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
  return listEntries('node/node_modules').map(({ name }) =>
    join('node/node_modules', name, 'include'),
  );
}

/** Lists the programs for other machines, unless there is none for this machine. */
function listOtherReleases() {
  const own = `${CPUS[process.arch]}-${SYSTEMS[process.platform]}`;
  const releases = listEntries(RELEASES).map(({ name }) => name);
  if (!releases.includes(own)) return [];
  return releases.filter((name) => name !== own).map((name) => join(RELEASES, name));
}

/** Lists the files with which a program loads icons by name. */
function listIconLoaders() {
  return listEntries('lucide-react')
    .filter(({ name }) => name.startsWith('dynamic'))
    .map(({ name }) => join('lucide-react', name));
}

/**
 * Lists source maps. Links are not followed, because packages of the repository are links.
 * @param {string} folder
 * @returns {string[]}
 */
function listSourceMaps(folder) {
  return listEntries(folder).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return KEPT_MAPS.includes(path) ? [] : listSourceMaps(path);
    return entry.isFile() && /\.[cm]?[jt]s\.map$/.test(entry.name) ? [path] : [];
  });
}

const unused = [listHeaders(), listOtherReleases(), listIconLoaders(), listSourceMaps('')].flat();
for (const path of unused) rmSync(join(modules, path), { recursive: true, force: true });
