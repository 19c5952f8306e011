/** Counts the points that a process passes, and kills the process at one of them. */
export interface KillPoints {
  readonly pass: (point: string) => void;
  readonly passed: () => readonly string[];
}

/**
 * Creates the points of a kill test. `killAt` is the number of the point at which to kill, from 1; 0 kills
 * nowhere.
 */
export function createKillPoints(killAt: number, kill: (point: string) => void): KillPoints {
  const passed: string[] = [];
  return {
    pass(point) {
      passed.push(point);
      if (passed.length === killAt) kill(point);
    },
    passed: () => passed,
  };
}

/** Chooses at most `sample` of the points, evenly from the first to the last. */
export function chooseKillPoints(points: number, sample: number): readonly number[] {
  const count = Math.min(points, sample);
  if (count <= 1) return count === 1 ? [1] : [];
  return Array.from({ length: count }, (_, index) =>
    Math.round(1 + (index * (points - 1)) / (count - 1)),
  );
}
