import type { DatabaseCopy, PruneResult } from '../../../engine/port/index.ts';
import type { StoreCopies, StoreExamination } from '../../view/index.ts';

/**
 * A request to delete ended tasks. `days`: minimum age. `isDryRun`: only count the tasks, delete
 * nothing.
 */
export interface PruneRequest {
  readonly days: number;
  readonly isDryRun: boolean;
}

/**
 * Maintenance of the database while the server is running. Every function rejects with a
 * `TimestepError` if the operation is refused; its message says what to do.
 */
export interface StoreMaintenance {
  /** Retention time of ended tasks, such as `30d`. Undefined if they are kept permanently. */
  readonly retention?: string | undefined;
  /** Checks the database without changing it. */
  readonly examine: () => Promise<StoreExamination>;
  readonly copies: () => Promise<StoreCopies>;
  /** Copies the database into a new file and verifies the copy. */
  readonly backUp: () => Promise<DatabaseCopy>;
  readonly prune: (order: PruneRequest) => Promise<PruneResult>;
}
