import { NO_FILES, type FilesForModel } from './files-for-model.ts';

/** Data that items only refer to: contents of uploaded files, and decrypted texts. */
export interface ReferencedData {
  readonly files: FilesForModel;
  /** Decrypted texts by their `encrypted_content`. */
  readonly texts: ReadonlyMap<string, string>;
}

export const NO_REFERENCED_DATA: ReferencedData = { files: NO_FILES, texts: new Map() };

/** Decrypts an `encrypted_content`. Returns undefined if it belongs to another caller or server. */
export type Unseal = (kind: 'compaction' | 'reasoning', content: string) => string | undefined;
