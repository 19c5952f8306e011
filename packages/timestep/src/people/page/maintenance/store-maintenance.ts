import type { DatabaseCopy, PruneResult } from '#engine/port';
import type { StoreCopies, StoreExamination } from '#people/view';

/** A request to delete tasks that ended `days` ago or earlier. `isDryRun`: only counts them. */
export interface PruneRequest {
  readonly days: number;
  readonly isDryRun: boolean;
}

/** Maintenance of a running server's database. Rejects with `TimestepError`s for the operator. */
export interface StoreMaintenance {
  /** How long ended tasks are kept, such as `30d`; undefined if permanently. */
  readonly retention?: string | undefined;
  readonly examine: () => Promise<StoreExamination>;
  readonly copies: () => Promise<StoreCopies>;
  /** Copies the database into a new file and verifies the copy. */
  readonly backUp: () => Promise<DatabaseCopy>;
  readonly prune: (order: PruneRequest) => Promise<PruneResult>;
}
