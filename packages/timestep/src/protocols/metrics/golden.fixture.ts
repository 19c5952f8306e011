import { readdirSync, readFileSync } from 'node:fs';
import type { NumberedEvent } from '#core';

const LOGS = new URL('../../core/golden/', import.meta.url);

/** Task logs written by a release, by name. */
export const GOLDEN_LOGS: ReadonlyMap<string, readonly NumberedEvent[]> = new Map(
  readdirSync(LOGS)
    .filter((name) => name.endsWith('.json'))
    .map((name) => {
      const { events } = JSON.parse(readFileSync(new URL(name, LOGS), 'utf8')) as {
        readonly events: readonly NumberedEvent[];
      };
      return [name, events];
    }),
);
