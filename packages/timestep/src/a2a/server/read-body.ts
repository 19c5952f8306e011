import type { JsonValue } from '../../core/index.ts';
import type { ReadJson, RefusedBody } from '../../http/index.ts';
import { A2AError, type A2AErrorCode } from '../wire/a2a-error.ts';

/**
 * Reads a request's JSON; throws `A2AError` when it does not arrive, is not JSON or has another
 * type.
 */
export async function readBody(request: Request, readJson: ReadJson): Promise<JsonValue> {
  const type = request.headers.get('content-type');
  if (type !== null && !JSON_TYPE.test(type)) {
    throw new A2AError(
      'content-type-not-supported',
      `content type ${type.slice(0, 80)} is not taken: send application/json`,
    );
  }
  const body = await readJson(request);
  if (body.ok) return body.value;
  throw new A2AError(CODE_OF[body.status], body.message);
}

const CODE_OF: Readonly<Record<RefusedBody['status'], A2AErrorCode>> = {
  400: 'parse-error',
  408: 'too-slow',
  413: 'too-large',
  415: 'content-type-not-supported',
  503: 'unavailable',
};

const JSON_TYPE = /^application\/(a2a\+)?json\s*(;|$)/i;
