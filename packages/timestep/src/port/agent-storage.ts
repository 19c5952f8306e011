/** A file of an agent, as it was when it was read. */
export interface StoredFile {
  /** Within the agent, with `/` between its parts. */
  readonly path: string;
  readonly contents: Uint8Array;
  /** Differs where the contents differ. */
  readonly version: string;
  /** The permissions of the file, as `chmod` takes them, where the storage knows any. */
  readonly mode?: number;
}

/** What a file must be for it to be written. */
export interface WriteFileOptions {
  /** The version that was read; absent: there must not be such a file. */
  readonly version?: string;
  /** The permissions of a new file; one that is there keeps its own. */
  readonly mode?: number;
}

/**
 * Keeps the files of one agent, such as a folder or the memory of a process. Paths are relative, with
 * `/` between their parts; one that leads outside is an error.
 */
export interface AgentStorage {
  /** What messages call the place of the files. */
  readonly location: string;
  /** The folder in which commands of the agent are started, absolute. */
  readonly directory: string;
  /** The paths of all files below a folder, or of all files, in order. */
  list(under?: string): Promise<readonly string[]>;
  /** `undefined` where there is no such file. */
  read(path: string): Promise<StoredFile | undefined>;
  /**
   * Writes a whole file or nothing, and resolves to its new version. Rejects with the code
   * `changed-underneath` where the file is not the one that was read.
   */
  write(path: string, contents: string | Uint8Array, options: WriteFileOptions): Promise<string>;
  /** Rejects with the code `changed-underneath` where the file is not of this version. */
  remove(path: string, version: string): Promise<void>;
  /**
   * Calls a function when files may have changed, once or more often, until the returned function is
   * called.
   */
  watch(onChange: () => void): () => void;
}
