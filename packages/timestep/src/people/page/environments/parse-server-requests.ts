import { isJsonObject, type JsonObject, type JsonValue } from '#core';
import type { OperatorCall, SwitchChange, SwitchRequest } from '#people/view';

export function parseOperatorCall(body: JsonValue): OperatorCall | undefined {
  if (!isJsonObject(body)) return undefined;
  const { tool, arguments: given, isConfirmed } = body;
  if (typeof tool !== 'string' || !isJsonObject(given) || typeof isConfirmed !== 'boolean') {
    return undefined;
  }
  return { tool, arguments: given, isConfirmed };
}

export function parsePromptRequest(
  body: JsonValue,
): { readonly name: string; readonly arguments: Readonly<Record<string, string>> } | undefined {
  if (!isJsonObject(body)) return undefined;
  const { name, arguments: given } = body;
  if (typeof name !== 'string' || !isJsonObject(given) || !areAllStrings(given)) return undefined;
  return { name, arguments: given };
}

function areAllStrings(values: JsonObject): values is Readonly<Record<string, string>> {
  return Object.values(values).every((value) => typeof value === 'string');
}

export function parseSwitchChange(body: JsonValue | undefined): SwitchChange | undefined {
  if (!isJsonObject(body)) return undefined;
  const { tool, permit, include } = body;
  if (tool !== undefined && typeof tool !== 'string') return undefined;
  if (permit !== undefined && !isOneOf(PERMITS, permit)) return undefined;
  if (include !== undefined && !isOneOf(INCLUDES, include)) return undefined;
  return {
    ...(tool !== undefined && { tool }),
    ...(permit !== undefined && { permit }),
    ...(include !== undefined && { include }),
  };
}

const PERMITS = ['allow', 'ask', 'deny', null] as const;
const INCLUDES = ['always', 'agent', 'manual', null] as const;

function isOneOf<T extends JsonValue>(allowed: readonly T[], value: JsonValue): value is T {
  return allowed.some((one) => one === value);
}

/** Parses a change to be written, with the file version that the user saw. */
export function parseSwitchRequest(body: JsonValue): SwitchRequest | undefined {
  if (!isJsonObject(body)) return undefined;
  const change = parseSwitchChange(body['change']);
  const { version } = body;
  return change && typeof version === 'string' ? { change, version } : undefined;
}
