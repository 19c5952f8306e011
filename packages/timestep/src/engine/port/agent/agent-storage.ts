/** A file of an agent, as last read from its storage. */
export interface StoredFile {
  /** Path relative to the agent's folder, separated by `/`. */
  readonly path: string;
  readonly contents: Uint8Array;
  readonly version: string;
  /** File permissions as for `chmod`. Undefined if the storage does not have permissions. */
  readonly mode?: number;
}

/** Options for writing a file: its expected version, and its permissions. */
export interface WriteFileOptions {
  /** Expected current version of the file. Undefined: the file must not exist yet. */
  readonly version?: string;
  /** Permissions of a new file. An existing file keeps its permissions. */
  readonly mode?: number;
}

/**
 * Stores the files of one agent. Paths are relative, separated by `/`, and cannot leave the folder.
 */
export interface AgentStorage {
  readonly location: string;
  /** Absolute path of the folder in which the agent's commands start. */
  readonly directory: string;
  /** Lists the sorted paths of all files below a folder, or of all files. */
  list(under?: string): Promise<readonly string[]>;
  /** Reads a file. Resolves to `undefined` if it does not exist. */
  read(path: string): Promise<StoredFile | undefined>;
  /** Writes a file atomically; resolves to its version. Rejects with `changed-underneath`. */
  write(path: string, contents: string | Uint8Array, options: WriteFileOptions): Promise<string>;
  /** Deletes a file. Rejects with the code `changed-underneath` if its version differs. */
  remove(path: string, version: string): Promise<void>;
  /** Calls `onChange` at least once after files may have changed. Returns a function that stops watching. */
  watch(onChange: () => void): () => void;
}
