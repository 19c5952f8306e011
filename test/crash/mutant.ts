import type { Edit } from './edit.ts';
import type { KillAt } from './kill-points.ts';
import type { SceneName } from './scenario.ts';

/** A story in which a broken rule shows. */
export interface Trial {
  readonly how: 'killed' | 'stopped' | 'overtaken' | 'beside';
  /** Where; 0 is nowhere. */
  readonly at: KillAt;
  readonly scenes: readonly SceneName[];
}

/** A rule, broken on purpose. */
export interface Mutant {
  /** What is wrong then. */
  readonly name: string;
  readonly edits: readonly Edit[];
  readonly trial: Trial;
  /** How often the story is told, where chance has a part in whether it shows. */
  readonly tries?: number;
}

export const WORDED: readonly SceneName[] = ['worded'];

export function killed(at: KillAt, scenes: readonly SceneName[] = WORDED): Trial {
  return { how: 'killed', at, scenes };
}

export const FENCED: Trial = { how: 'overtaken', at: 'after look > before commit', scenes: WORDED };

export const SHARED: readonly SceneName[] = ['talked', 'canceled'];

export function edit(file: string, from: string, to: string): Edit {
  return { file, from, to };
}
