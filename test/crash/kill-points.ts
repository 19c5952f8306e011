/** Where a process may be killed; each passing of a point counts. */
export interface KillPoints {
  /** Kills or stops the process when its turn has come. */
  readonly pass: (name: string) => void;
  /** How many points were passed. */
  readonly passed: () => number;
}

export type KillSignal = 'SIGKILL' | 'SIGSTOP';

/**
 * A number counts all points, from 1; 0 is never. `after book` names a point, `after telling * 4` its
 * fourth passing, `before accepting m6 > before commit` the first of one after another.
 */
export type KillAt = number | string;

/** Each of the places is taken once, one after the other. */
export function createKillPoints(places: readonly KillAt[], signal: KillSignal): KillPoints {
  const waiting = places.map(createPlace);
  let count = 0;
  return {
    pass(name) {
      count += 1;
      if (!waiting[0]?.(name, count)) return;
      waiting.shift();
      process.kill(process.pid, signal);
    },
    passed: () => count,
  };
}

/** Says whether a point that is being passed is the place. */
function createPlace(at: KillAt): (name: string, count: number) => boolean {
  if (typeof at === 'number') return (_name, count) => count === at;
  const steps = at.split(' > ').flatMap((step) => {
    const [name = '', times = '1'] = step.split(' * ');
    return Array.from({ length: Number(times) }, () => name);
  });
  return (name) => {
    if (steps[0] !== name && steps[0] !== ANY) return false;
    steps.shift();
    return steps.length === 0;
  };
}

/** The next point, whichever it is. */
const ANY = 'any';
