import { z } from 'zod';
import { TOOL } from './wire.ts';

/** Returns `count` tool names; the called tool is the last. */
export function createToolNames(count: number): string[] {
  return Array.from({ length: count }, (_, index) =>
    index === count - 1 ? TOOL : `${TOOL}_${index + 1}`,
  );
}

export const DESCRIPTION = 'Get weather for a location';

// Created once: a server that creates its schemas again for every request is five times slower
// still.
export const INPUT = z.object({ location: z.string().describe('City') });
export const OUTPUT = z.object({ location: z.string(), tempF: z.number() });
