import type { JsonValue } from '../../../core/index.ts';
import type { ReadJson, RejectedBody } from '../../http/index.ts';
import { A2AError, type A2AErrorCode } from '../wire/a2a-error.ts';

/** Throws `A2AError` if the body does not arrive, is not JSON or has another content type. */
export async function readRequestBody(request: Request, readJson: ReadJson): Promise<JsonValue> {
  const type = request.headers.get('content-type');
  if (type !== null && !JSON_TYPE.test(type)) {
    throw new A2AError(
      'content-type-not-supported',
      `unsupported content type ${type.slice(0, 80)}: send application/json`,
    );
  }
  const body = await readJson(request);
  if (body.ok) return body.value;
  throw new A2AError(CODE_OF[body.status], body.message);
}

const CODE_OF: Readonly<Record<RejectedBody['status'], A2AErrorCode>> = {
  400: 'parse-error',
  408: 'too-slow',
  413: 'too-large',
  415: 'content-type-not-supported',
  503: 'unavailable',
};

const JSON_TYPE = /^application\/(a2a\+)?json\s*(;|$)/i;
