import { TimestepError } from '#core';

/** Metadata of an uploaded file. Times are in milliseconds since the epoch. */
export interface UploadedFile {
  readonly principal: string;
  /** Id of the file, unique per principal. */
  readonly id: string;
  readonly filename: string;
  readonly mediaType: string;
  /** Intended use of the file, in the terms of the protocol that delivered it. */
  readonly purpose: string;
  /** Size of the content in bytes. */
  readonly size: number;
  readonly createdAt: number;
  /** Time of expiry. Undefined: kept until deleted, or until the retention of tasks removes it. */
  readonly expiresAt?: number;
}

/** Filter and page of a file list of one principal. */
export interface FileQuery {
  readonly principal: string;
  readonly purpose?: string;
  /** Id of the last file of the previous page, after which this page begins. */
  readonly after?: string;
  readonly order: 'asc' | 'desc';
  readonly limit: number;
}

/** Stores uploaded files. Expired or foreign files are unknown. Rejects with `FileStoreError`. */
export interface FileStore {
  /** Stores a file. Rejects with `principal-full` or `full` without changes. */
  put(file: UploadedFile, content: Uint8Array): Promise<void>;
  get(principal: string, id: string): Promise<UploadedFile | undefined>;
  getContent(principal: string, id: string): Promise<Uint8Array | undefined>;
  list(query: FileQuery): Promise<readonly UploadedFile[]>;
  delete(principal: string, id: string): Promise<boolean>;
}

/** Why a file cannot be stored or read. `full`: the store is full for all principals. */
export type FileStoreErrorCode = 'failed' | 'principal-full' | 'full';

/** Thrown when a file cannot be stored or read. `message` says what to do. */
export class FileStoreError extends TimestepError {
  declare readonly code: FileStoreErrorCode;
}
