import { readdirSync, readFileSync } from 'node:fs';
import type { NumberedEvent } from '../core/index.ts';
import type { Span } from './span.ts';

const LOGS = new URL('../core/golden/', import.meta.url);
const TRACES = new URL('golden/', import.meta.url);

/** The names of the logs that every release must read alike. */
export const GOLDEN: readonly string[] = readdirSync(LOGS).filter((name) => name.endsWith('.json'));

/** A log as a release has written it. */
export function goldenLog(name: string): readonly NumberedEvent[] {
  return (read(new URL(name, LOGS)) as { events: NumberedEvent[] }).events;
}

/** The spans that the log must give. */
export function goldenTrace(name: string): readonly Span[] {
  return (read(new URL(name, TRACES)) as { spans: Span[] }).spans;
}

function read(file: URL): unknown {
  return JSON.parse(readFileSync(file, 'utf8'));
}
