import type { JsonValue } from '../../../core/index.ts';
import type { RejectedBody } from '../../http/index.ts';
import { ResponsesError } from '../wire/responses-error.ts';
import type { ResponsesService } from './responses-service.ts';

/** Throws `ResponsesError` if the body is rejected. */
export async function readBody(
  { readJson }: ResponsesService,
  request: Request,
): Promise<JsonValue> {
  const body = await readJson(request);
  if (body.ok) return body.value;
  throw createBodyError(body);
}

/** Throws `ResponsesError` if the body is rejected. */
export async function readBodyBytes(
  { readBytes }: ResponsesService,
  request: Request,
): Promise<Uint8Array> {
  const body = await readBytes(request);
  if (body.ok) return body.value;
  throw createBodyError(body);
}

function createBodyError({ status, message }: RejectedBody): ResponsesError {
  return new ResponsesError(status, CODE_OF[status], message);
}

const CODE_OF: Readonly<Record<RejectedBody['status'], string>> = {
  400: 'invalid_json',
  408: 'request_timeout',
  413: 'request_too_large',
  415: 'unsupported_content_encoding',
  503: 'unavailable',
};
