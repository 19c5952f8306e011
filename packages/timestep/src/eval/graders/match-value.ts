import { isEqual, isExactObject, isList, type Exact, type ExactObject } from './exact-json.ts';

/** What is wrong with a value, in the terms of the Berkeley leaderboard's checker. */
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

/** The type of a parameter, as its function declares it. */
export interface ParameterType {
  readonly type: string;
  readonly items?: { readonly type?: string };
}

type Kind = 'string' | 'integer' | 'float' | 'boolean' | 'list' | 'dict' | 'null';

/** The kind of value for each declared type; an unknown type counts as text, as `any` does. */
const KINDS: Readonly<Record<string, Kind>> = {
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

/**
 * What is wrong with a value for a parameter; nothing where it is one of those allowed. Case and
 * most punctuation of a text do not matter. An empty text among the allowed values means that the
 * argument may be left out.
 */
export function wrongWithValue(
  given: Exact,
  allowed: readonly Exact[],
  declared: ParameterType,
): ValueError | undefined {
  const expected = KINDS[declared.type] ?? 'string';
  const nested =
    expected === 'list' ? (KINDS[declared.items?.type ?? 'any'] ?? 'string') : undefined;
  // Where a float is declared, a whole number counts as one, but not within lists.
  const value = declared.type === 'float' && typeof given === 'bigint' ? Number(given) : given;
  const typed = typeOf(value, allowed, expected, nested);
  if (typed.error) return typed.error;
  if (!typed.isVariable) {
    if (expected === 'dict') return wrongWithDict(value, allowed);
    if (expected === 'list' && nested === 'dict') return wrongWithDicts(value, allowed);
    if (expected === 'string') return wrongWithText(value, allowed);
    if (expected === 'list') return wrongWithList(value, allowed);
  }
  return allowed.some((one) => isEqual(value, one)) ? undefined : 'value_error:others';
}

function kindOf(value: Exact): Kind {
  if (value === null) return 'null';
  switch (typeof value) {
    case 'string':
      return 'string';
    case 'bigint':
      return 'integer';
    case 'number':
      return 'float';
    case 'boolean':
      return 'boolean';
    default:
      return Array.isArray(value) ? 'list' : 'dict';
  }
}

interface Typed {
  readonly error?: 'type_error:simple' | 'type_error:nested';
  /**
   * The allowed values have another type than declared: they are names of variables, used as they
   * are.
   */
  readonly isVariable: boolean;
}

function typeOf(
  value: Exact,
  allowed: readonly Exact[],
  expected: Kind,
  nested: Kind | undefined,
): Typed {
  const sample = allowed.find((one) => one !== '');
  const allowedKind = sample === undefined ? undefined : kindOf(sample);
  const isVariable = allowedKind !== undefined && allowedKind !== expected;
  const isExpected = kindOf(value) === expected;
  if (isExpected && (nested === undefined || isNestedAllowed(value, allowed, nested))) {
    return { isVariable };
  }
  const isAllowedKind = allowedKind !== undefined && kindOf(value) === allowedKind;
  if (isAllowedKind && !isExpected) return { isVariable: true };
  return { error: isAllowedKind ? 'type_error:nested' : 'type_error:simple', isVariable };
}

/** Whether the items of a list have the type of some allowed list's items. */
function isNestedAllowed(value: Exact, allowed: readonly Exact[], nested: Kind): boolean {
  const items = listOf(value);
  return allowed.some(
    (one) =>
      !isList(one) ||
      items.every((item) => typeOf(item, one, nested, undefined).error === undefined),
  );
}

function wrongWithText(value: Exact, allowed: readonly Exact[]): ValueError | undefined {
  const texts = allowed.filter((one) => typeof one === 'string').map(plain);
  return typeof value === 'string' && texts.includes(plain(value))
    ? undefined
    : 'value_error:string';
}

function wrongWithList(value: Exact, allowed: readonly Exact[]): ValueError | undefined {
  const given = plainItems(value);
  const isAllowed = allowed.some((one) => isEqual(given, plainItems(one)));
  return isAllowed ? undefined : 'value_error:list/tuple';
}

function wrongWithDicts(value: Exact, allowed: readonly Exact[]): ValueError | undefined {
  const given = listOf(value);
  let found: ValueError | undefined = 'list_dict_checker:unclear';
  for (const one of allowed) {
    const dicts = listOf(one);
    if (dicts.length !== given.length) {
      found = 'value_error:list_dict_count';
      continue;
    }
    found = undefined;
    for (const [at, dict] of given.entries()) {
      found ??= wrongWithDict(dict, [dicts[at] ?? null]);
    }
    if (!found) return undefined;
  }
  return found;
}

/** The values of an allowed object are lists of the values that are allowed under each key. */
function wrongWithDict(value: Exact, allowed: readonly Exact[]): ValueError | undefined {
  let found: ValueError | undefined = 'dict_checker:unclear';
  for (const one of allowed) {
    if (one === '') continue;
    found =
      isExactObject(value) && isExactObject(one)
        ? wrongWithKeys(value, one)
        : 'value_error:dict_value';
    if (!found) return undefined;
  }
  return found;
}

function wrongWithKeys(value: ExactObject, allowed: ExactObject): ValueError | undefined {
  const isMissing = Object.entries(allowed).some(
    ([key, choices]) => !Object.hasOwn(value, key) && !listOf(choices).includes(''),
  );
  if (isMissing) return 'value_error:dict_key';
  for (const [key, item] of Object.entries(value)) {
    if (!Object.hasOwn(allowed, key)) return 'value_error:dict_key';
    const choices = listOf(allowed[key]).map(plain);
    if (!choices.some((choice) => isEqual(plain(item), choice))) return 'value_error:dict_value';
  }
  return undefined;
}

function listOf(value: Exact | undefined): readonly Exact[] {
  return isList(value) ? value : [];
}

/** Text in the form in which texts are compared; for a list, each text in it. */
function plain(value: Exact): Exact {
  return typeof value === 'string'
    ? value
        .replaceAll(/[ ,./\-_*^]/g, '')
        .toLowerCase()
        .replaceAll("'", '"')
    : value;
}

function plainItems(value: Exact): Exact {
  // A text among allowed lists is the empty one, which means that the list may be left out.
  return listOf(value).map(plain);
}
