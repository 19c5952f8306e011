import { isJsonObject, type JsonValue } from '#core';
import type { FileForModel, FilesForModel } from '../read/referenced-data.ts';
import type { ResponsesService } from '../serve/responses-service.ts';
import type { Item } from '../wire/response-item.ts';
import { ResponsesError } from '../wire/responses-error.ts';

/** Maximum bytes of all uploaded files that one request refers to. */
const MAX_BYTES = 32 * 1024 * 1024;

type FileAccess = Pick<ResponsesService, 'files'>;

export async function checkFilesExist(
  { files }: FileAccess,
  principal: string,
  input: string | readonly JsonValue[],
  param: string,
): Promise<void> {
  for (const named of collectFileReferences(input, param)) {
    if (await files.get(principal, named.id)) continue;
    throw new ResponsesError(404, 'file_not_found', `there is no file ${named.id}`, named.param);
  }
}

/** Loads files. Deleted files are omitted. */
export async function loadExistingReferencedFiles(
  { files }: FileAccess,
  principal: string,
  items: readonly Item[],
): Promise<FilesForModel> {
  const given = new Map<string, FileForModel>();
  let bytes = 0;
  for (const id of collectFileIds(items)) {
    const file = await files.get(principal, id);
    if (!file) continue;
    bytes += file.size;
    if (bytes > MAX_BYTES) {
      const message = `the files of a request may have at most ${MAX_BYTES} bytes in total: use fewer files`;
      throw new ResponsesError(400, 'files_too_large', message, 'input');
    }
    const content = await files.getContent(principal, id);
    if (!content) continue;
    const { mediaType, filename } = file;
    const url = `data:${mediaType};base64,${Buffer.from(content).toString('base64')}`;
    given.set(id, { url, filename });
  }
  return given;
}

function collectFileIds(items: readonly Item[]): readonly string[] {
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
