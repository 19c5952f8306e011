import {
  isEqualInPython,
  isExactObject,
  isList,
  type ExactJson,
  type ExactObject,
} from './exact-json.ts';

/** Reason for a mismatch of a value, named like in the Berkeley leaderboard. */
export type ValueError =
  | 'type_error:simple'
  | 'type_error:nested'
  | 'value_error:string'
  | 'value_error:list/tuple'
  | 'dict_checker:unclear'
  | 'list_dict_checker:unclear'
  | 'value_error:dict_key'
  | 'value_error:dict_value'
  | 'value_error:list_dict_count'
  | 'value_error:others';

export interface ParameterType {
  readonly type: string;
  readonly items?: { readonly type?: string };
}

type ValueKind = 'string' | 'integer' | 'float' | 'boolean' | 'list' | 'dict' | 'null';

/** Kind of value by declared type. Unknown types count as strings, like `any`. */
const KINDS: Readonly<Record<string, ValueKind>> = {
  string: 'string',
  integer: 'integer',
  float: 'float',
  number: 'float',
  boolean: 'boolean',
  array: 'list',
  tuple: 'list',
  dict: 'dict',
  object: 'dict',
  any: 'string',
};

/** Returns why an argument has no allowed value. Case and most punctuation are ignored. */
export function findValueError(
  given: ExactJson,
  allowed: readonly ExactJson[],
  declared: ParameterType,
): ValueError | undefined {
  const expected = KINDS[declared.type] ?? 'string';
  const itemKind = KINDS[declared.items?.type ?? 'any'] ?? 'string';
  const nested = expected === 'list' ? itemKind : undefined;
  // An integer is accepted for a float parameter, but not inside lists.
  const value = declared.type === 'float' && typeof given === 'bigint' ? Number(given) : given;
  const typed = checkType(value, allowed, expected, nested);
  if (typed.error) return typed.error;
  if (!typed.isVariable) {
    if (expected === 'dict') return findDictError(value, allowed);
    if (expected === 'list' && nested === 'dict') return findDictListError(value, allowed);
    if (expected === 'string') return findTextError(value, allowed);
    if (expected === 'list') return findListError(value, allowed);
  }
  return allowed.some((one) => isEqualInPython(value, one)) ? undefined : 'value_error:others';
}

export function getPythonValueKind(value: ExactJson): ValueKind {
  if (value === null) return 'null';
  if (typeof value === 'bigint') return 'integer';
  if (typeof value === 'number') return 'float';
  if (typeof value === 'object') return Array.isArray(value) ? 'list' : 'dict';
  return typeof value === 'string' ? 'string' : 'boolean';
}

interface TypeCheck {
  readonly error?: 'type_error:simple' | 'type_error:nested';
  /** Whether the allowed values are variable names: their type differs from the declared type. */
  readonly isVariable: boolean;
}

function checkType(
  value: ExactJson,
  allowed: readonly ExactJson[],
  expected: ValueKind,
  nested: ValueKind | undefined,
): TypeCheck {
  const sample = allowed.find((one) => one !== '');
  const allowedKind = sample === undefined ? undefined : getPythonValueKind(sample);
  const isVariable = allowedKind !== undefined && allowedKind !== expected;
  const kind = getPythonValueKind(value);
  const isAllowed =
    kind === expected
      ? nested === undefined || areItemTypesAllowed(value, allowed, nested)
      : kind === allowedKind;
  if (isAllowed) return { isVariable };
  return { error: kind === allowedKind ? 'type_error:nested' : 'type_error:simple', isVariable };
}

/** Whether the items of a list have the same type as the items of one of the allowed lists. */
function areItemTypesAllowed(
  value: ExactJson,
  allowed: readonly ExactJson[],
  nested: ValueKind,
): boolean {
  const items = toListOrEmpty(value);
  const isItem = (item: ExactJson, one: readonly ExactJson[]): boolean =>
    checkType(item, one, nested, undefined).error === undefined;
  return allowed.some((one) => !isList(one) || items.every((item) => isItem(item, one)));
}

function findTextError(value: ExactJson, allowed: readonly ExactJson[]): ValueError | undefined {
  const texts = allowed.filter((one) => typeof one === 'string').map(normalizeText);
  const isAllowed = typeof value === 'string' && texts.includes(normalizeText(value));
  return isAllowed ? undefined : 'value_error:string';
}

function findListError(value: ExactJson, allowed: readonly ExactJson[]): ValueError | undefined {
  const given = normalizeItems(value);
  const isAllowed = allowed.some((one) => isEqualInPython(given, normalizeItems(one)));
  return isAllowed ? undefined : 'value_error:list/tuple';
}

function findDictListError(
  value: ExactJson,
  allowed: readonly ExactJson[],
): ValueError | undefined {
  const given = toListOrEmpty(value);
  let found: ValueError | undefined = 'list_dict_checker:unclear';
  for (const one of allowed) {
    const dicts = toListOrEmpty(one);
    const errors = given.map((dict, at) => findDictError(dict, [dicts[at] ?? null]));
    const isLong = dicts.length === given.length;
    found = isLong ? errors.find(Boolean) : 'value_error:list_dict_count';
    if (!found) return undefined;
  }
  return found;
}

/** Compares an object with allowed objects, which hold a list of allowed values under each key. */
function findDictError(value: ExactJson, allowed: readonly ExactJson[]): ValueError | undefined {
  let found: ValueError | undefined = 'dict_checker:unclear';
  for (const one of allowed) {
    if (one === '') continue;
    const areDicts = isExactObject(value) && isExactObject(one);
    found = areDicts ? findKeyOrValueError(value, one) : 'value_error:dict_value';
    if (!found) return undefined;
  }
  return found;
}

function findKeyOrValueError(
  value: ExactObject,
  allowedValuesByKey: ExactObject,
): ValueError | undefined {
  const isMissing = Object.entries(allowedValuesByKey).some(
    ([key, choices]) => !Object.hasOwn(value, key) && !toListOrEmpty(choices).includes(''),
  );
  if (isMissing) return 'value_error:dict_key';
  for (const [key, item] of Object.entries(value)) {
    if (!Object.hasOwn(allowedValuesByKey, key)) return 'value_error:dict_key';
    const choices = toListOrEmpty(allowedValuesByKey[key]).map(normalizeText);
    const text = normalizeText(item);
    if (!choices.some((choice) => isEqualInPython(text, choice))) return 'value_error:dict_value';
  }
  return undefined;
}

function toListOrEmpty(value: ExactJson | undefined): readonly ExactJson[] {
  return isList(value) ? value : [];
}

function normalizeText(value: ExactJson): ExactJson {
  if (typeof value !== 'string') return value;
  return value
    .replaceAll(/[ ,./\-_*^]/g, '')
    .toLowerCase()
    .replaceAll("'", '"');
}

function normalizeItems(value: ExactJson): ExactJson {
  // An optional list has an empty string among its allowed values, which is read as an empty list.
  return toListOrEmpty(value).map(normalizeText);
}
