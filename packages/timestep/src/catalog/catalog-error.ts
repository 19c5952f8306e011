import { TimestepError } from '../core/index.ts';

/** Why a catalog cannot do what it is asked for. */
export type CatalogErrorCode =
  /** The catalog has no agent of that name or source. */
  | 'no-such-agent'
  /** The agent cannot be taken out by itself, because it is part of a folder of several. */
  | 'part-of-folder'
  /** What is given cannot be a source. */
  | 'bad-source'
  /** The agent or the catalog was closed, or its files are gone. */
  | 'closed'
  /** An agent calls another one, and nothing has said where tasks are. */
  | 'no-runner'
  /** The file of known agents cannot be read, and is left as it is. */
  | 'bad-file';

/** A catalog cannot do what it is asked for; `message` says what to do. */
export class CatalogError extends TimestepError {
  declare readonly code: CatalogErrorCode;
}
