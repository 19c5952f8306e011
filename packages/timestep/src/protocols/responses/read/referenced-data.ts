import { isJsonObject, type JsonValue } from '#core';
import type { Item } from '../wire/response-item.ts';

/** An uploaded file as models receive it. `url` is a data URL. */
export interface FileForModel {
  readonly url: string;
  readonly filename: string;
}

/** By file id. */
export type FilesForModel = ReadonlyMap<string, FileForModel>;

const NO_FILES: FilesForModel = new Map();

export function collectFileIds(items: readonly Item[]): readonly string[] {
  const ids = items.flatMap((item) =>
    item.type === 'message' && item.role === 'user' ? item.content.flatMap(getFileId) : [],
  );
  return [...new Set(ids)];
}

function getFileId(part: object): string[] {
  return 'file_id' in part && typeof part.file_id === 'string' ? [part.file_id] : [];
}

/** Collects file ids of an unvalidated input, each with the path of its field. */
export function collectFileReferences(
  input: string | readonly JsonValue[],
  param: string,
): readonly { readonly id: string; readonly param: string }[] {
  if (typeof input === 'string') return [];
  return input.flatMap((item, index) => {
    const content = isJsonObject(item) ? (item['content'] ?? item['output']) : null;
    const name = isJsonObject(item) && item['content'] != null ? 'content' : 'output';
    if (!Array.isArray(content)) return [];
    return (content as readonly JsonValue[]).flatMap((part, place) => {
      const id = isJsonObject(part) ? part['file_id'] : null;
      if (typeof id !== 'string') return [];
      return [{ id, param: `${param}[${index}].${name}[${place}].file_id` }];
    });
  });
}

/** Uploaded files and decrypted texts that items refer to. */
export interface ReferencedData {
  readonly files: FilesForModel;
  /** Decrypted texts by their `encrypted_content`. */
  readonly texts: ReadonlyMap<string, string>;
}

export const NO_REFERENCED_DATA: ReferencedData = { files: NO_FILES, texts: new Map() };

/** Decrypts a content. Undefined if it belongs to another caller or server. */
export type Unseal = (kind: 'compaction' | 'reasoning', content: string) => string | undefined;
