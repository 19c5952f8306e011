import type { JsonObject } from '../../core/index.ts';
import type { UploadedFile } from '../../port/index.ts';
import { newKey } from '../serve/begun-turn.ts';
import { listPage, pageQuery } from '../serve/list-page.ts';
import { readBodyBytes } from '../serve/read-body.ts';
import type { Asked, Service } from '../serve/service.ts';
import { invalidValue, ResponsesError } from '../wire/responses-error.ts';
import { readUpload } from './upload.ts';

/** `POST /v1/files`: keeps a file of up to as many bytes as the server takes in one body. */
export async function uploadFile(
  service: Service,
  { request, principal }: Asked,
): Promise<Response> {
  const bytes = await readBodyBytes(service, request);
  const upload = readUpload(bytes, request.headers.get('content-type'));
  const { filename, mediaType, purpose, content, expiresAfter } = upload;
  const createdAt = service.clock.now();
  const file: UploadedFile = {
    principal,
    id: `file-${newKey(service)}`,
    filename,
    mediaType,
    purpose,
    size: content.length,
    createdAt,
    ...(expiresAfter !== undefined && { expiresAt: createdAt + expiresAfter * 1000 }),
  };
  await service.files.put(file, content);
  return Response.json(fileObject(file));
}

const LARGEST_PAGE = 10_000;

/** `GET /v1/files`: by default all, newest first. */
export async function listFiles(
  service: Service,
  { request, principal }: Asked,
): Promise<Response> {
  const query = new URL(request.url).searchParams;
  const { order, limit } = pageQuery(query, LARGEST_PAGE, LARGEST_PAGE);
  const after = query.get('after');
  if (after !== null && !(await service.files.get(principal, after))) {
    throw invalidValue('after', 'is not a file of yours');
  }
  const purpose = query.get('purpose');
  const found = await service.files.list({
    principal,
    order,
    limit: limit + 1,
    ...(after !== null && { after }),
    ...(purpose !== null && { purpose }),
  });
  const data = found.slice(0, limit).map(fileObject);
  return Response.json(listPage(data, found.length > limit));
}

/** `GET /v1/files/{id}` */
export async function retrieveFile(
  service: Service,
  { principal }: Asked,
  id: string,
): Promise<Response> {
  const file = await service.files.get(principal, id);
  if (!file) throw fileNotFound(id);
  return Response.json(fileObject(file));
}

/** `GET /v1/files/{id}/content` */
export async function fileContent(
  service: Service,
  { principal }: Asked,
  id: string,
): Promise<Response> {
  const content = await service.files.content(principal, id);
  if (!content) throw fileNotFound(id);
  // A browser must not take what callers uploaded for a page of this server.
  const headers = {
    'content-type': 'application/octet-stream',
    'content-disposition': 'attachment',
    'x-content-type-options': 'nosniff',
  };
  return new Response(Buffer.from(content), { headers });
}

/** `DELETE /v1/files/{id}`: what tasks were given of it stays with them. */
export async function removeFile(
  service: Service,
  { principal }: Asked,
  id: string,
): Promise<Response> {
  if (!(await service.files.delete(principal, id))) throw fileNotFound(id);
  return Response.json({ id, object: 'file', deleted: true });
}

function fileObject({
  id,
  size,
  createdAt,
  expiresAt,
  filename,
  purpose,
}: UploadedFile): JsonObject & { readonly id: string } {
  return {
    id,
    object: 'file',
    bytes: size,
    created_at: Math.floor(createdAt / 1000),
    ...(expiresAt !== undefined && { expires_at: Math.floor(expiresAt / 1000) }),
    filename,
    purpose,
    status: 'processed',
  };
}

function fileNotFound(id: string): ResponsesError {
  return new ResponsesError(404, 'file_not_found', `there is no file ${id}`);
}
