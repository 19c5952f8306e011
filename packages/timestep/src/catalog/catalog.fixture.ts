import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { Catalog, CatalogOptions, CatalogSource } from './catalog.ts';
import { openCatalog } from './open-catalog.ts';

/** A folder that is gone when the test is over. */
export function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'timestep-catalog-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Writes a folder with an agent whose model is the built-in echo; returns the folder. */
export function writeAgent(folder: string, name: string, more: object = {}): string {
  mkdirSync(folder, { recursive: true });
  const manifest = { metadata: { name, ...more } };
  writeFileSync(join(folder, 'tsagent.json'), JSON.stringify(manifest));
  return folder;
}

/** A catalog that is closed when the test is over. */
export async function catalogOf(
  sources: readonly CatalogSource[],
  options: CatalogOptions = {},
): Promise<Catalog> {
  const catalog = await openCatalog(sources, options);
  onTestFinished(() => catalog.close());
  return catalog;
}

/** Resolves once the catalog is so, at once or after a change. */
export function until(catalog: Catalog, isSo: (catalog: Catalog) => boolean): Promise<void> {
  return new Promise((resolve) => {
    const unwatch = catalog.watch(look);
    function look(): void {
      if (!isSo(catalog)) return;
      unwatch();
      resolve();
    }
    look();
  });
}
