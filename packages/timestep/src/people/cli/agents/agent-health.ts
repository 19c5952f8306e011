import type { Catalog, CatalogEntry } from '#serving/catalog';
import { CommandError } from '../command-error.ts';
import { writeErrorLine } from '../output/error-writer.ts';

/**
 * Writes agents' loading errors to standard error, now and on each change. Rejects if no agent is
 * usable.
 */
export async function watchHealthAndRequireUsable(
  catalog: Catalog,
  writeError: (text: string) => void,
  isUsable: () => boolean,
  isReported: (entry: CatalogEntry) => boolean = () => true,
): Promise<void> {
  let reported = new Map<string, string>();
  const report = (): void => {
    const now = new Map<string, string>();
    for (const { source, health } of catalog.list().filter(isReported)) {
      if (health.why === undefined) continue;
      now.set(source, health.why);
      if (reported.get(source) === health.why) continue;
      writeErrorLine(writeError, `${health.state}: ${health.why}`);
    }
    reported = now;
  };
  report();
  if (!isUsable()) {
    await catalog.close();
    throw new CommandError('no-agents', 'no agent could be loaded: fix the errors above');
  }
  catalog.watch(report);
}
