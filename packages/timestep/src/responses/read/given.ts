import { NO_FILES, type GivenFiles } from './given-files.ts';

/** What items only name: contents of uploaded files, and texts that the caller cannot read. */
export interface Given {
  readonly files: GivenFiles;
  /** By their `encrypted_content`. */
  readonly texts: ReadonlyMap<string, string>;
}

export const NOTHING_GIVEN: Given = { files: NO_FILES, texts: new Map() };

/** Opens an `encrypted_content`; `undefined` for that of another caller or server. */
export type Unseal = (kind: 'compaction' | 'reasoning', content: string) => string | undefined;
