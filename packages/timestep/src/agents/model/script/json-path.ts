import type { JsonValue } from '#core';

/** Returns the value at a path, such as `items[0].name`; an empty path is the value itself. */
export function getValueAtPath(value: JsonValue | undefined, path: string): JsonValue | undefined {
  let found = value;
  for (const key of splitFieldPath(path)) {
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, key)) return undefined;
    found = (found as { readonly [key: string]: JsonValue })[key];
  }
  return found;
}

function splitFieldPath(path: string): string[] {
  return path
    .replaceAll(/\[(\d+)\]/g, '.$1')
    .split('.')
    .filter((key) => key !== '');
}
