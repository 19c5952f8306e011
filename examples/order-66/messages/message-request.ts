import type { InboundMessage } from './inbound.ts';
import { createSchemaCheck, type SchemaError } from './schema-check.ts';

/** Error codes of JSON-RPC 2.0. */
export const PARSE_ERROR = -32_700;
export const INVALID_REQUEST = -32_600;
const METHOD_NOT_FOUND = -32_601;
export const INVALID_PARAMS = -32_602;
export const INTERNAL_ERROR = -32_603;

export type RequestId = string | number | null;

interface RequestError {
  readonly code: number;
  readonly message: string;
}

/** A request to deliver a message, or its error. */
export type MessageRequest =
  | { readonly ok: true; readonly id: RequestId; readonly inbound: InboundMessage }
  | { readonly ok: false; readonly id: RequestId; readonly wrong: RequestError };

const check = createSchemaCheck('a2a-message');

/** Validates a JSON value against the schema; errors outside of `params` are reported first. */
export function readMessageRequest(value: unknown): MessageRequest {
  const flaws = check(value);
  const id = getRequestId(value);
  if (flaws.length > 0) return { ok: false, id, wrong: toRequestError(flaws) };
  const { params } = value as { readonly params: InboundMessage };
  return { ok: true, id, inbound: params };
}

function toRequestError(flaws: readonly SchemaError[]): RequestError {
  const ofParams = flaws.filter(({ path }) => /^\/params(\/|$)/.test(path));
  const ofMethod = flaws.filter(
    ({ path, message }) => path === '/method' && message !== 'is missing',
  );
  const others = flaws.filter((flaw) => !ofParams.includes(flaw) && !ofMethod.includes(flaw));
  if (others.length > 0)
    return { code: INVALID_REQUEST, message: `invalid request: ${formatFlaws(others)}` };
  if (ofMethod.length > 0) {
    return { code: METHOD_NOT_FOUND, message: 'method not found: there is message/send' };
  }
  return { code: INVALID_PARAMS, message: `invalid params: ${formatFlaws(ofParams)}` };
}

function formatFlaws(flaws: readonly SchemaError[]): string {
  return flaws.map(({ path, message }) => `${path || 'the body'} ${message}`).join('; ');
}

function getRequestId(value: unknown): RequestId {
  const id: unknown =
    typeof value === 'object' && value !== null && 'id' in value ? value.id : null;
  return typeof id === 'string' || typeof id === 'number' ? id : null;
}
