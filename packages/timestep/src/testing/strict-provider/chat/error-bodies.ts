import type { JsonObject } from '#core';
import type { Fault } from '../refusal.ts';

/**
 * Builds an error body of Mistral. Errors about single fields look different, because its web
 * framework creates them.
 */
export function buildMistralError(
  { message, type, code, param }: Fault,
  status: number,
): JsonObject {
  if (status === 422) {
    return { detail: [{ type: 'extra_forbidden', loc: ['body', param ?? ''], msg: message }] };
  }
  return {
    object: 'error',
    message,
    type: type ?? 'invalid_request_error',
    param: null,
    code: code ?? '3051',
  };
}

/** Builds an error body of xAI, in which `error` is a string. */
export function buildXaiError({ message }: Fault): JsonObject {
  return { code: 'Client specified an invalid argument', error: message };
}

/** Builds an error body without an enclosing object, as Cerebras sends it. */
export function buildFlatError({ message, type, param, code }: Fault): JsonObject {
  // Cerebras refuses requests above the context window without a body.
  if (message === '') return {};
  return {
    message,
    type: type ?? 'invalid_request_error',
    param: param ?? null,
    code: code ?? null,
  };
}

/** Builds an error response body in the form in which the model server vLLM sends it. */
export function buildVllmError({ message }: Fault, status: number): JsonObject {
  return { object: 'error', message, type: 'BadRequestError', param: null, code: status };
}

/** Builds an error body with a code and a message, as OpenRouter and Z.ai send it. */
export function buildCodedError({ message, code, param }: Fault, status: number): JsonObject {
  return { error: { code: code ?? status, message, ...(param !== undefined && { param }) } };
}

/** Builds an error body of llama.cpp. */
export function buildLlamaCppError({ message, type }: Fault, status: number): JsonObject {
  return { error: { code: status, message, type: type ?? 'invalid_request_error' } };
}

/** Builds an error body in which `error` is a string, as LM Studio sends it. */
export function buildTextError({ message }: Fault): JsonObject {
  return { error: message };
}
