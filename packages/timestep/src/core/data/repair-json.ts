import { MAX_MESSAGE_DEPTH } from './json-depth.ts';
import { parseAnyJson, type JsonValue } from './json.ts';

/** Stands in place of a value that is nested too deep. */
export const TOO_DEEP = '[left out: nested too deep]';

/**
 * Returns a JSON value from outside with texts that are well-formed Unicode, and with a remark in
 * place of what is nested deeper than `levels`. Returns the same object if nothing changes.
 */
export function repairJson<Value>(value: Value, levels: number = MAX_MESSAGE_DEPTH): Value {
  return repairValue(value, levels) as Value;
}

/** Parses a JSON text from outside and repairs its value. Undefined if the text is not JSON. */
export function parseAndRepairJson(text: string): JsonValue | undefined {
  const value = parseAnyJson(text);
  return value === undefined ? undefined : repairJson(value);
}

function repairValue(value: unknown, levels: number): unknown {
  if (typeof value === 'string') return value.isWellFormed() ? value : value.toWellFormed();
  if (typeof value !== 'object' || value === null) return value;
  if (levels === 0) return TOO_DEEP;
  return Array.isArray(value) ? repairItems(value, levels - 1) : repairFields(value, levels - 1);
}

function repairItems(items: readonly unknown[], levels: number): readonly unknown[] {
  let repaired: unknown[] | undefined;
  for (let at = 0; at < items.length; at += 1) {
    const item = repairValue(items[at], levels);
    if (item === items[at]) continue;
    repaired ??= [...items];
    repaired[at] = item;
  }
  return repaired ?? items;
}

function repairFields(fields: object, levels: number): object {
  const given: Readonly<Record<string, unknown>> = fields as Record<string, unknown>;
  let repaired: Map<string, unknown> | undefined;
  for (const name of Object.keys(given)) {
    const value = repairValue(given[name], levels);
    if (value === given[name] && name.isWellFormed()) continue;
    repaired ??= new Map(Object.entries(given));
    repaired.delete(name);
    repaired.set(name.toWellFormed(), value);
  }
  return repaired ? Object.fromEntries(repaired) : fields;
}
