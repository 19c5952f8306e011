import { describeTooDeep, MAX_MESSAGE_DEPTH } from './json-depth.ts';
import { parseAnyJson, type JsonValue } from './json.ts';

/**
 * Repairs a JSON value from outside: texts become well-formed Unicode, and a remark replaces data
 * nested deeper than `levels`. Returns the same object if nothing changes.
 */
export function repairJson<Value>(value: Value, levels: number = MAX_MESSAGE_DEPTH): Value {
  if (needsNoRepair(value, levels)) return value;
  return repairJsonValue(value, levels, `[left out: ${describeTooDeep(levels)}]`) as Value;
}

/** Parses a JSON text from outside and repairs its value. Undefined if the text is not JSON. */
export function parseAndRepairJson(text: string): JsonValue | undefined {
  const value = parseAnyJson(text);
  return value === undefined ? undefined : repairJson(value);
}

/**
 * Returns whether a value needs no repair. This is the usual case, and allocates nothing. Fast code:
 * texts are checked in the loops, without a call for each field, and an iterator would take longer to
 * compile, because this function runs early in each process.
 */
function needsNoRepair(value: unknown, levels: number): boolean {
  if (typeof value === 'string') return value.isWellFormed();
  if (typeof value !== 'object' || value === null) return true;
  if (levels === 0) return false;
  if (Array.isArray(value)) {
    for (let index = 0; index < value.length; index += 1) {
      if (!needsNoRepair(value[index], levels - 1)) return false;
    }
    return true;
  }
  const fields = value as Readonly<Record<string, unknown>>;
  // A `for … in` loop allocates no list of names, unlike `Object.keys`.
  for (const name in fields) {
    if (!name.isWellFormed()) return false;
    const field = fields[name];
    if (typeof field === 'string') {
      if (!field.isWellFormed()) return false;
    } else if (typeof field === 'object' && !needsNoRepair(field, levels - 1)) return false;
  }
  return true;
}

/** Returns a repaired value, with `remark` in place of data that are nested too deep. */
function repairJsonValue(value: unknown, levels: number, remark: string): unknown {
  if (typeof value === 'string') return value.toWellFormed();
  if (typeof value !== 'object' || value === null) return value;
  if (levels === 0) return remark;
  if (Array.isArray(value)) return value.map((item) => repairJsonValue(item, levels - 1, remark));
  const fields = Object.entries(value).map(
    ([name, field]) => [name.toWellFormed(), repairJsonValue(field, levels - 1, remark)] as const,
  );
  return Object.fromEntries(fields);
}
