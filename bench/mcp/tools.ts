import { z } from 'zod';
import { TOOL } from './wire.ts';

/** The names of so many tools; the one that is called comes last. */
export function toolNames(count: number): string[] {
  return Array.from({ length: count }, (_, index) =>
    index === count - 1 ? TOOL : `${TOOL}_${index + 1}`,
  );
}

export const DESCRIPTION = 'Get weather for a location';

// Made once: a server that makes its schemas anew for every request is five times slower still.
export const INPUT = z.object({ location: z.string().describe('City') });
export const OUTPUT = z.object({ location: z.string(), tempF: z.number() });
