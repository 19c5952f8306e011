import { NO_FILES, type FilesForModel } from './files-for-model.ts';

/** Uploaded files and decrypted texts that items refer to. */
export interface ReferencedData {
  readonly files: FilesForModel;
  /** By `encrypted_content`. */
  readonly texts: ReadonlyMap<string, string>;
}

export const NO_REFERENCED_DATA: ReferencedData = { files: NO_FILES, texts: new Map() };

/** Undefined if the content belongs to another caller or server. */
export type Unseal = (kind: 'compaction' | 'reasoning', content: string) => string | undefined;
