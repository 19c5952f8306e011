/** What an operator sees of the database of a server. */
export type StoreReport =
  | { readonly isKept: false }
  | {
      readonly isKept: true;
      readonly examination: StoreExamination;
      /** How long ended tasks are kept, such as `30d`; absent: for ever. */
      readonly retention?: string;
      readonly copies: StoreCopies;
    };

/** The facts about a database, and what was found in it. */
export interface StoreExamination {
  /** Without any password. */
  readonly place: string;
  readonly seen: readonly { readonly name: string; readonly text: string }[];
  readonly findings: readonly StoreFinding[];
}

/** `problem`: an action is necessary, which `message` says. `note`: nothing is wrong. */
export interface StoreFinding {
  readonly severity: 'problem' | 'note';
  readonly code: string;
  readonly message: string;
}

/** The copies of a database in a folder. */
export interface StoreCopies {
  readonly folder: string;
  /** The newest 20, the newest first. */
  readonly files: readonly StoreCopy[];
}

/** A file with a copy; `at` is in milliseconds since the epoch. */
export interface StoreCopy {
  readonly file: string;
  readonly bytes: number;
  readonly at: number;
}
