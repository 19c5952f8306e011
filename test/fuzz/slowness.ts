/** Objects that are made, written as JSON and read again: about 40 ms of a usual processor at 3 GHz. */
const OBJECTS = 30_000;
const USUAL_MS = 40;

/**
 * How many times as long as a usual machine this one takes for the same work just now; at least 1. The
 * work is in memory, as most of what is done here: a machine may add up quickly and be slow there.
 */
export function slowness(): number {
  const before = process.cpuUsage();
  const made = Array.from({ length: OBJECTS }, (_, at) => ({ [`key ${at}`]: { at, list: [at] } }));
  const text = JSON.stringify(made);
  const read = JSON.parse(text) as readonly object[];
  const { user, system } = process.cpuUsage(before);
  if (read.length !== OBJECTS) throw new Error('not all of it was read');
  return Math.max(1, (user + system) / 1000 / USUAL_MS);
}
