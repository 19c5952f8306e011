import type { Finding } from '#engine/port';

/** The database of a server, as shown to operators. */
export type StoreReport =
  | { readonly isKept: false }
  | {
      readonly isKept: true;
      readonly examination: StoreExamination;
      /** How long finished tasks are retained, such as `30d`; undefined means forever. */
      readonly retention?: string;
      readonly copies: StoreCopies;
    };

/** The result of examining a database. */
export interface StoreExamination {
  /** Location of the database, without any password. */
  readonly place: string;
  readonly seen: readonly { readonly name: string; readonly text: string }[];
  readonly findings: readonly Finding[];
}

/** The backup copies of a database in a folder. */
export interface StoreCopies {
  readonly folder: string;
  /** The 20 newest backup copies, newest first. */
  readonly files: readonly StoreCopy[];
}

/** A backup file. `at` is in milliseconds since the epoch. */
export interface StoreCopy {
  readonly file: string;
  readonly bytes: number;
  readonly at: number;
}
