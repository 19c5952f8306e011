import type { JsonValue } from '../../core/index.ts';
import { filesIn, filesNamedIn, type GivenFile, type GivenFiles } from '../read/given-files.ts';
import type { Service } from '../serve/service.ts';
import type { Item } from '../wire/item.ts';
import { ResponsesError } from '../wire/responses-error.ts';

/** So many bytes may the uploaded files of one request have. */
const MOST_BYTES = 32 * 1024 * 1024;

type Site = Pick<Service, 'files'>;

/** Throws `ResponsesError` where an input names a file that the principal does not have. */
export async function checkFiles(
  { files }: Site,
  principal: string,
  input: string | readonly JsonValue[],
  param: string,
): Promise<void> {
  for (const named of filesNamedIn(input, param)) {
    if (await files.get(principal, named.id)) continue;
    throw new ResponsesError(404, 'file_not_found', `there is no file ${named.id}`, named.param);
  }
}

/** The uploaded files that items name, without those that are gone. */
export async function filesFor(
  { files }: Site,
  principal: string,
  items: readonly Item[],
): Promise<GivenFiles> {
  const given = new Map<string, GivenFile>();
  let bytes = 0;
  for (const id of filesIn(items)) {
    const file = await files.get(principal, id);
    if (!file) continue;
    bytes += file.size;
    if (bytes > MOST_BYTES) throw tooLarge();
    const content = await files.content(principal, id);
    if (!content) continue;
    const { mediaType, filename } = file;
    const url = `data:${mediaType};base64,${Buffer.from(content).toString('base64')}`;
    given.set(id, { url, filename });
  }
  return given;
}

function tooLarge(): ResponsesError {
  const message = `the files of a request may have ${MOST_BYTES} bytes together: name fewer`;
  return new ResponsesError(400, 'files_too_large', message, 'input');
}
