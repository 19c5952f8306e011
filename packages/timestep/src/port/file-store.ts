/** A file that a caller has uploaded, without its content. Times are milliseconds since the epoch. */
export interface UploadedFile {
  readonly principal: string;
  /** Unique among the files of its principal. */
  readonly id: string;
  readonly filename: string;
  readonly mediaType: string;
  /** What the caller wants to use it for, in the words of the protocol that it came over. */
  readonly purpose: string;
  /** Bytes of its content. */
  readonly size: number;
  readonly createdAt: number;
  /** Absent: it is kept until it is deleted, or until the retention of tasks takes it. */
  readonly expiresAt?: number;
}

/** Which files of one principal are listed, and how many at a time. */
export interface FileQuery {
  readonly principal: string;
  readonly purpose?: string;
  /** The id of the file that the list continues after. */
  readonly after?: string;
  /** By the time of the upload. */
  readonly order: 'asc' | 'desc';
  readonly limit: number;
}

/**
 * Where uploaded files are kept, by one process or by many. A file of another principal, and one that has expired,
 * counts as unknown. Rejects with `FileStoreError`.
 */
export interface FileStore {
  /** Keeps a file. Rejects with `principal-full` or `full` where there is no room; nothing has changed then. */
  put(file: UploadedFile, content: Uint8Array): Promise<void>;
  get(principal: string, id: string): Promise<UploadedFile | undefined>;
  content(principal: string, id: string): Promise<Uint8Array | undefined>;
  list(query: FileQuery): Promise<readonly UploadedFile[]>;
  /** Deletes a file with its content; says whether there was one. */
  delete(principal: string, id: string): Promise<boolean>;
}
