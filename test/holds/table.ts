import { measureChangeHolds } from './changes.ts';
import type { Hold } from './hold.ts';
import { measureParserHolds } from './parsers.ts';
import { measureRouteHolds, type FilledFile } from './routes.ts';

/** How much is measured: a file of tasks, and the length of hostile texts in characters. */
export interface HoldOptions extends FilledFile {
  readonly length: number;
}

/** Milliseconds for which a route may hold the event loop, and a parser of a hostile text. */
const LONGEST_MS = { route: 100, text: 500 };

/** A measured hold, and how long it may be. */
export interface JudgedHold extends Hold {
  readonly limitMs: number;
}

/** Measures the routes on a filled file, and the parsers and plans of changes with hostile texts. */
export async function measureAllHolds(options: HoldOptions): Promise<readonly JudgedHold[]> {
  const routes = await measureRouteHolds(options);
  const texts = [
    ...(await measureParserHolds(options.length)),
    ...(await measureChangeHolds(options.length)),
  ];
  return [...judge(routes, LONGEST_MS.route), ...judge(texts, LONGEST_MS.text)];
}

export function judge(holds: readonly Hold[], limitMs: number): readonly JudgedHold[] {
  return holds.map((hold) => ({ ...hold, limitMs }));
}

export function isTooLong({ ms, limitMs }: JudgedHold): boolean {
  return ms > limitMs;
}

export function formatHold(hold: JudgedHold): string {
  const { name, ms, limitMs } = hold;
  const figures = `${ms.toFixed(0).padStart(6)} of ${String(limitMs).padStart(4)} ms`;
  return `${isTooLong(hold) ? '!' : ' '} ${figures}  ${name}`;
}
