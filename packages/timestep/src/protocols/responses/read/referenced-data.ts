/** An uploaded file as models receive it. `url` is a data URL. */
export interface FileForModel {
  readonly url: string;
  readonly filename: string;
}

/** Uploaded files in the form for models, by file id. */
export type FilesForModel = ReadonlyMap<string, FileForModel>;

/** Uploaded files and decrypted texts that items refer to. */
export interface ReferencedData {
  readonly files: FilesForModel;
  /** Decrypted texts by their `encrypted_content`. */
  readonly texts: ReadonlyMap<string, string>;
}

export const NO_REFERENCED_DATA: ReferencedData = { files: new Map(), texts: new Map() };

/** Decrypts an `encrypted_content`. Undefined if it belongs to another caller or server. */
export type Unseal = (kind: 'compaction' | 'reasoning', content: string) => string | undefined;
