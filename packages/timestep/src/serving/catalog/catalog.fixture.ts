import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { Catalog, CatalogOptions, CatalogSource } from './catalog.ts';
import { openCatalog } from './open-catalog.ts';

/** Creates a temporary folder that is deleted when the test ends. */
export function createTestFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'timestep-catalog-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Writes a folder with an agent whose model is the built-in echo, and returns the folder. */
export function writeAgent(folder: string, name: string, more: object = {}): string {
  mkdirSync(folder, { recursive: true });
  const manifest = { metadata: { name, ...more } };
  writeFileSync(join(folder, 'tsagent.json'), JSON.stringify(manifest));
  return folder;
}

/** Opens a catalog that is closed when the test ends. */
export async function openTestCatalog(
  sources: readonly CatalogSource[],
  options: CatalogOptions = {},
): Promise<Catalog> {
  const catalog = await openCatalog(sources, options);
  onTestFinished(() => catalog.close());
  return catalog;
}

/** Waits until the catalog satisfies the condition. */
export function waitForCatalog(
  catalog: Catalog,
  condition: (catalog: Catalog) => boolean,
): Promise<void> {
  return new Promise((resolve) => {
    const unwatch = catalog.watch(checkCondition);
    function checkCondition(): void {
      if (!condition(catalog)) return;
      unwatch();
      resolve();
    }
    checkCondition();
  });
}
