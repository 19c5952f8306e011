import type { BackedUp, Pruned } from '../../port/index.ts';
import type { StoreCopies, StoreExamination } from '../../view/index.ts';

/** How old the ended tasks are that an operator deletes, in days, and whether it is only asked how many there are. */
export interface PruneOrder {
  readonly days: number;
  readonly isDryRun: boolean;
}

/**
 * How operators look after the database of a server, while it serves. A refusal is thrown as a `TimestepError`,
 * which says what to do.
 */
export interface StoreUpkeep {
  /** How long ended tasks are kept, such as `30d`; absent: for ever. */
  readonly retention?: string | undefined;
  /** Examines the database without changing it. */
  readonly examine: () => Promise<StoreExamination>;
  readonly copies: () => Promise<StoreCopies>;
  /** Copies the database into a new file and checks the copy. */
  readonly backUp: () => Promise<BackedUp>;
  readonly prune: (order: PruneOrder) => Promise<Pruned>;
}
