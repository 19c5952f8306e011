import type { JsonValue } from '../../core/index.ts';
import { readJson } from '../../http/index.ts';
import { A2AError } from '../wire/a2a-error.ts';

/** Reads a request's JSON; throws `A2AError` when it is too large, not JSON or not said to be. */
export async function readBody(request: Request, limit: number | undefined): Promise<JsonValue> {
  const type = request.headers.get('content-type');
  if (type !== null && !JSON_TYPE.test(type)) {
    throw new A2AError(
      'content-type-not-supported',
      `content type ${type.slice(0, 80)} is not taken: send application/json`,
    );
  }
  const body = await readJson(request, limit);
  if (body.ok) return body.value;
  throw new A2AError(body.status === 413 ? 'too-large' : 'parse-error', body.message);
}

const JSON_TYPE = /^application\/(a2a\+)?json\s*(;|$)/i;
