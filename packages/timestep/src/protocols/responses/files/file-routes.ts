import type { JsonObject } from '#core';
import type { UploadedFile } from '#engine/port';
import { createRequestIdPart } from '../serve/start-turn.ts';
import { buildListPage, readPageQuery } from '../serve/list-page.ts';
import { requireBody, type RouteHandler } from '../serve/responses-service.ts';
import { createInvalidValueError, ResponsesError } from '../wire/responses-error.ts';
import { readUpload } from './read-upload.ts';

/** Serves `POST /v1/files`. The limit on request bodies also limits the file. */
export const uploadFile: RouteHandler = async (service, { request, principal }) => {
  const bytes = requireBody(await service.readBytes(request));
  const upload = readUpload(bytes, request.headers.get('content-type'));
  const { content, expiresAfter, ...facts } = upload;
  const createdAt = service.clock.now();
  const file: UploadedFile = {
    principal,
    id: `file-${createRequestIdPart(service)}`,
    ...facts,
    size: content.length,
    createdAt,
    ...(expiresAfter !== undefined && { expiresAt: createdAt + expiresAfter * 1000 }),
  };
  await service.files.put(file, content);
  return Response.json(fileToWire(file));
};

const LARGEST_PAGE = 10_000;

/** Serves `GET /v1/files`: all files by default, newest first. */
export const listFiles: RouteHandler = async (service, { request, principal }) => {
  const query = new URL(request.url).searchParams;
  const { order, limit } = readPageQuery(query, LARGEST_PAGE, LARGEST_PAGE);
  const after = query.get('after');
  if (after !== null && !(await service.files.get(principal, after))) {
    throw createInvalidValueError('after', 'is not one of your files');
  }
  const purpose = query.get('purpose');
  const found = await service.files.list({
    principal,
    order,
    limit: limit + 1,
    ...(after !== null && { after }),
    ...(purpose !== null && { purpose }),
  });
  const data = found.slice(0, limit).map(fileToWire);
  return Response.json(buildListPage(data, found.length > limit));
};

export const retrieveFile: RouteHandler = async (service, { principal }, id) => {
  const file = await service.files.get(principal, id);
  if (!file) throw createFileNotFoundError(id);
  return Response.json(fileToWire(file));
};

export const downloadFile: RouteHandler = async (service, { principal }, id) => {
  const content = await service.files.getContent(principal, id);
  if (!content) throw createFileNotFoundError(id);
  // The header prevents a browser from rendering an uploaded file as a page of this server.
  const headers = {
    'content-type': 'application/octet-stream',
    'content-disposition': 'attachment',
    'x-content-type-options': 'nosniff',
  };
  return new Response(Buffer.from(content), { headers });
};

/** Serves `DELETE /v1/files/{id}`. Copies that tasks have already received stay. */
export const removeFile: RouteHandler = async (service, { principal }, id) => {
  if (!(await service.files.delete(principal, id))) throw createFileNotFoundError(id);
  return Response.json({ id, object: 'file', deleted: true });
};

function fileToWire(file: UploadedFile): JsonObject & { readonly id: string } {
  const { id, expiresAt, filename, purpose } = file;
  return {
    id,
    object: 'file',
    bytes: file.size,
    created_at: Math.floor(file.createdAt / 1000),
    ...(expiresAt !== undefined && { expires_at: Math.floor(expiresAt / 1000) }),
    filename,
    purpose,
    status: 'processed',
  };
}

function createFileNotFoundError(id: string): ResponsesError {
  return new ResponsesError(404, 'file_not_found', `there is no file ${id}`);
}
