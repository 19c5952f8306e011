import type { Inbound } from './inbound.ts';
import { schemaCheck, type Flaw } from './schema-check.ts';

/** JSON-RPC 2.0's codes. */
export const PARSE_ERROR = -32_700;
export const INVALID_REQUEST = -32_600;
export const METHOD_NOT_FOUND = -32_601;
export const INVALID_PARAMS = -32_602;
export const INTERNAL_ERROR = -32_603;

export type RequestId = string | number | null;

export interface Wrong {
  readonly code: number;
  readonly message: string;
}

/** A request to take a message, or what is wrong with it. */
export type MessageRequest =
  | { readonly ok: true; readonly id: RequestId; readonly inbound: Inbound }
  | { readonly ok: false; readonly id: RequestId; readonly wrong: Wrong };

const check = schemaCheck('a2a-message');

/** Reads a JSON value by the schema; what is wrong outside of `params` is named first. */
export function readMessageRequest(value: unknown): MessageRequest {
  const flaws = check(value);
  const id = idOf(value);
  if (flaws.length > 0) return { ok: false, id, wrong: wrongOf(flaws) };
  const { params } = value as { readonly params: Inbound };
  return { ok: true, id, inbound: params };
}

function wrongOf(flaws: readonly Flaw[]): Wrong {
  const ofParams = flaws.filter(({ path }) => /^\/params(\/|$)/.test(path));
  const ofMethod = flaws.filter(
    ({ path, message }) => path === '/method' && message !== 'is missing',
  );
  const others = flaws.filter((flaw) => !ofParams.includes(flaw) && !ofMethod.includes(flaw));
  if (others.length > 0)
    return { code: INVALID_REQUEST, message: `invalid request: ${told(others)}` };
  if (ofMethod.length > 0) {
    return { code: METHOD_NOT_FOUND, message: 'method not found: there is message/send' };
  }
  return { code: INVALID_PARAMS, message: `invalid params: ${told(ofParams)}` };
}

function told(flaws: readonly Flaw[]): string {
  return flaws.map(({ path, message }) => `${path || 'the body'} ${message}`).join('; ');
}

function idOf(value: unknown): RequestId {
  const id: unknown =
    typeof value === 'object' && value !== null && 'id' in value ? value.id : null;
  return typeof id === 'string' || typeof id === 'number' ? id : null;
}
