import { TimestepError } from '#core';

/** Why a catalog operation failed. */
export type CatalogErrorCode =
  | 'no-such-agent'
  /** The agent cannot be removed alone, because it belongs to a folder with several agents. */
  | 'part-of-folder'
  | 'bad-source'
  /** The agent or the catalog was closed, or the agent's files were deleted. */
  | 'closed'
  /**
   * An agent tried to call another agent, but the program has set no runner that could run the called task.
   */
  | 'no-runner'
  /** The file of known agents cannot be read. It is left unchanged. */
  | 'bad-file';

/** A catalog operation failed. `message` says how to fix it. */
export class CatalogError extends TimestepError {
  declare readonly code: CatalogErrorCode;
}
