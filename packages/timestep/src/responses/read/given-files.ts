import { isJsonObject, type JsonValue } from '../../core/index.ts';
import type { Item } from '../wire/item.ts';

/** An uploaded file as a model receives it: `url` is a data URL. */
export interface GivenFile {
  readonly url: string;
  readonly filename: string;
}

/** Uploaded files by their ids. */
export type GivenFiles = ReadonlyMap<string, GivenFile>;

export const NO_FILES: GivenFiles = new Map();

/** The files that messages name. */
export function filesIn(items: readonly Item[]): readonly string[] {
  const ids = items.flatMap((item) =>
    item.type === 'message' && item.role === 'user' ? item.content.flatMap(fileOf) : [],
  );
  return [...new Set(ids)];
}

function fileOf(part: object): string[] {
  return 'file_id' in part && typeof part.file_id === 'string' ? [part.file_id] : [];
}

/** The files that an input names, each with the field that does; the input is not checked. */
export function filesNamedIn(
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
