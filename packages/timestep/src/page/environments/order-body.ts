import { isJsonObject, type JsonObject, type JsonValue } from '../../core/index.ts';
import type { OperatorCall, SwitchChange, SwitchOrder } from '../../view/index.ts';

/** A call that a page wants; `undefined` where the body says anything else. */
export function callIn(body: JsonValue): OperatorCall | undefined {
  if (!isJsonObject(body)) return undefined;
  const { tool, arguments: given, isConfirmed } = body;
  if (typeof tool !== 'string' || !isJsonObject(given) || typeof isConfirmed !== 'boolean') {
    return undefined;
  }
  return { tool, arguments: given, isConfirmed };
}

/** A prompt that a page wants, whose arguments are texts. */
export function promptIn(
  body: JsonValue,
): { readonly name: string; readonly arguments: Readonly<Record<string, string>> } | undefined {
  if (!isJsonObject(body)) return undefined;
  const { name, arguments: given } = body;
  if (typeof name !== 'string' || !isJsonObject(given) || !areTexts(given)) return undefined;
  return { name, arguments: given };
}

function areTexts(given: JsonObject): given is Readonly<Record<string, string>> {
  return Object.values(given).every((value) => typeof value === 'string');
}

/** A change of switches that a page wants to be planned. */
export function changeIn(body: JsonValue | undefined): SwitchChange | undefined {
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

function isOneOf<T extends JsonValue>(all: readonly T[], value: JsonValue): value is T {
  return all.some((one) => one === value);
}

/** A change of switches that a page wants to be written, with the version that it has seen. */
export function orderIn(body: JsonValue): SwitchOrder | undefined {
  if (!isJsonObject(body)) return undefined;
  const change = changeIn(body['change']);
  const { version } = body;
  return change && typeof version === 'string' ? { change, version } : undefined;
}
