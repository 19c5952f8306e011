import type { JsonValue } from '../../core/index.ts';
import type { RefusedBody } from '../../http/index.ts';
import { ResponsesError } from '../wire/responses-error.ts';
import type { Service } from './service.ts';

/** The body of a request as JSON. Throws `ResponsesError` where it is refused. */
export async function readBody({ readJson }: Service, request: Request): Promise<JsonValue> {
  const body = await readJson(request);
  if (body.ok) return body.value;
  throw refusedBody(body);
}

/** The body of a request as bytes. Throws `ResponsesError` where it is refused. */
export async function readBodyBytes({ readBytes }: Service, request: Request): Promise<Uint8Array> {
  const body = await readBytes(request);
  if (body.ok) return body.value;
  throw refusedBody(body);
}

function refusedBody({ status, message }: RefusedBody): ResponsesError {
  return new ResponsesError(status, CODE_OF[status], message);
}

const CODE_OF: Readonly<Record<RefusedBody['status'], string>> = {
  400: 'invalid_json',
  408: 'request_timeout',
  413: 'request_too_large',
  415: 'unsupported_content_encoding',
  503: 'unavailable',
};
