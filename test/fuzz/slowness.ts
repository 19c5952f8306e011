/**
 * Number of objects that are created, serialized and parsed: about 40 ms on a usual processor at 3
 * GHz.
 */
const OBJECTS = 30_000;
const USUAL_MS = 40;

/**
 * Measures the factor by which this machine is slower than a usual machine at the moment; at least
 * 1. The work uses memory, like most work of the tests, because a machine may calculate quickly and
 * have slow memory.
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
