import { isJsonObject, type JsonObject, type JsonValue } from '#core';
import { cleanTextsInJson } from '../transcript/clean-text.ts';

export function getListItems(value: JsonValue | undefined): readonly JsonValue[] {
  return Array.isArray(value) ? (value as readonly JsonValue[]) : [];
}

export function listTexts(value: JsonValue | undefined): string[] {
  return getListItems(value).filter((one) => typeof one === 'string');
}

export function listSchemaObjects(value: JsonValue | undefined): JsonObject[] {
  return getListItems(value).filter(isJsonObject);
}

export function toObject(value: JsonValue | undefined): JsonObject {
  return isJsonObject(value) ? value : {};
}

/** Finds the part of a schema to which a `$ref` such as `#/$defs/query` points. */
export function findReferencedSchema(reference: string, root: JsonObject): JsonObject | undefined {
  if (reference === '#') return root;
  if (!reference.startsWith('#/')) return undefined;
  let found: JsonValue | undefined = root;
  for (const part of reference.slice(2).split('/')) {
    const name = decodePointerPart(part);
    if (Array.isArray(found)) found = (found as readonly JsonValue[])[Number(name)];
    else found = isJsonObject(found) && Object.hasOwn(found, name) ? found[name] : undefined;
  }
  return isJsonObject(found) ? found : undefined;
}

/** Unescapes `~1` and `~0` in JSON pointers (RFC 6901, section 6). */
function decodePointerPart(part: string): string {
  const plain = part.replaceAll('~1', '/').replaceAll('~0', '~');
  try {
    return decodeURIComponent(plain);
  } catch {
    return plain;
  }
}

/** Appends conditions that a converted schema lacks to its description, as JSON. */
export function describeConditions(
  description: JsonValue | undefined,
  conditions: JsonObject,
): string | undefined {
  const own = typeof description === 'string' ? description : '';
  if (Object.keys(conditions).length === 0) return own === '' ? undefined : own;
  const text = JSON.stringify(cleanTextsInJson(conditions));
  const shown = text.length > LONGEST_CONDITION ? `${text.slice(0, LONGEST_CONDITION)}…` : text;
  return `${own} (must match ${shown})`.trimStart().toWellFormed();
}

const LONGEST_CONDITION = 500;
