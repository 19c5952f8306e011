import { omitUndefined, type ToolSchema } from '#core';
import type { ServerPoolOptions } from './connector.ts';
import type { ManagedConnection } from './managed-connection.ts';
import type { MissingTool } from './missing-tools.ts';
import type { ServerRecord } from './server-record.ts';
import { createStartWait } from './start-wait.ts';

/** The tools of one server, which stay known while the server is unavailable. */
export interface ToolCache {
  /** Lists the tools. After a failure, only the first call waits; others get the last tools. */
  listTools(): Promise<readonly ToolSchema[]>;
  getInstructions(): string | undefined;
  /** Lists the tools now, even if the next retry is scheduled later. */
  reload(): Promise<void>;
  listMissing(): readonly MissingTool[];
}

export interface ToolCacheOptions extends Pick<
  ServerPoolOptions,
  'onLeftOut' | 'onSlowStart' | 'startWaitMs'
> {
  /** Returns the current time in milliseconds since the epoch. */
  readonly now: () => number;
}

const FIRST_PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = 60_000;

/** Creates a cache of tools. A new listing replaces an earlier one without waiting for it. */
export function createToolCache(
  name: string,
  connection: Pick<ManagedConnection, 'use'>,
  record: ServerRecord,
  { now, onLeftOut, onSlowStart, startWaitMs = Number.POSITIVE_INFINITY }: ToolCacheOptions,
): ToolCache & { readonly startNewToolListing: () => Promise<void> } {
  // Listing tools has no abort signal of one caller, because all callers that wait share the same request.
  const { signal } = new AbortController();
  let known: readonly ToolSchema[] = [];
  let instructions: string | undefined;
  let missing: readonly MissingTool[] = [];
  let failures = 0;
  let dueAt = 0;
  let asking: Promise<void> | undefined;
  /** Number of the newest listing of tools. Results of earlier listings are ignored. */
  let newest = 0;
  const startWait = createStartWait({
    limitMs: startWaitMs,
    onSlow: (seconds) => onSlowStart?.(name, seconds),
    onLate() {
      const why = `it is still starting after ${startWaitMs / 1000} s`;
      reportMissingTools([{ server: name, why, isStarting: true }]);
    },
  });

  function startNewToolListing(): Promise<void> {
    newest += 1;
    const own = newest;
    startWait.begin();
    asking = requestAndStoreTools(own).finally(() => {
      if (own === newest) asking = undefined;
    });
    return asking;
  }

  async function requestAndStoreTools(listingNumber: number): Promise<void> {
    try {
      await connection.use(async (environment) => {
        const tools = await environment.listTools(signal);
        if (listingNumber !== newest) return;
        known = tools;
        instructions = environment.instructions();
        failures = 0;
        const malformed = environment.malformedTools();
        record.recordTools(tools.length, malformed);
        const why = 'its definition is invalid, or the server lists its name twice';
        reportMissingTools(malformed.map((tool) => ({ server: name, tool, why })));
      });
    } catch (thrown) {
      if (listingNumber !== newest) return;
      dueAt = now() + Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** Math.min(failures, 20));
      failures += 1;
      const { why, lastWords } = record.recordListFailure(thrown);
      reportMissingTools([omitUndefined({ server: name, why, lastWords })]);
    }
  }

  function reportMissingTools(found: readonly MissingTool[]): void {
    const isKnown = ({ tool }: MissingTool): boolean => missing.some((one) => one.tool === tool);
    const news = found.filter((one) => !isKnown(one));
    missing = found;
    for (const one of news) onLeftOut?.(one);
  }

  return {
    async listTools() {
      if (failures === 0) await startWait.wait(asking ?? startNewToolListing());
      else if (!asking && now() >= dueAt) void startNewToolListing();
      return known;
    },
    getInstructions: () => instructions,
    reload: () => asking ?? startNewToolListing(),
    startNewToolListing,
    listMissing: () => missing,
  };
}
