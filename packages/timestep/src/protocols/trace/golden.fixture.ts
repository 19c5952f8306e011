import { readdirSync, readFileSync } from 'node:fs';
import type { NumberedEvent } from '#core';
import type { Span } from './span.ts';

const LOGS = new URL('../../core/golden/', import.meta.url);
const TRACES = new URL('golden/', import.meta.url);

/** The names of the logs that every release must read in the same way. */
export const GOLDEN: readonly string[] = readdirSync(LOGS).filter((name) => name.endsWith('.json'));

/** Loads a log that a release wrote. */
export function loadGoldenLog(name: string): readonly NumberedEvent[] {
  return (readJsonFile(new URL(name, LOGS)) as { events: NumberedEvent[] }).events;
}

/** Loads the spans expected for a log. */
export function loadGoldenTrace(name: string): readonly Span[] {
  return (readJsonFile(new URL(name, TRACES)) as { spans: Span[] }).spans;
}

function readJsonFile(file: URL): unknown {
  return JSON.parse(readFileSync(file, 'utf8'));
}
