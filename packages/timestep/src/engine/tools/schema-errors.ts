import {
  findSimilarWord,
  formatForeignName,
  isJsonObject,
  parseJson,
  type JsonObject,
  type JsonValue,
} from '#core';

/** A violation of a schema, described in words. `path` leads to the invalid part of the value. */
export interface SchemaIssue {
  readonly path: readonly string[];
  readonly message: string;
}

/**
 * Describes in words what the JSON Schema validator reports in the form `#/a/b: text; #/a: text`.
 */
export function describeSchemaErrors(
  report: string,
  schema: JsonObject,
  value: unknown,
): readonly SchemaIssue[] {
  const issues: SchemaIssue[] = [];
  for (const entry of report.split(/; (?=#[^:;]*: )/)) {
    const [, place = '', text = entry] = /^#([^:]*): ([^]*)$/.exec(entry) ?? [];
    const path = place.split('/').slice(1).map(decodePointerStep);
    const message = rewordSchemaError(text, { path, schema, value });
    if (message === '') continue;
    const last = issues.at(-1);
    const isSamePlace = last?.path.join('/') === path.join('/');
    const joined = isSamePlace ? joinTypeMessages(last.message, message) : undefined;
    if (joined === undefined) issues.push({ path, message });
    else issues.splice(-1, 1, { path, message: joined });
  }
  return issues.length > 0 ? issues : [{ path: [], message: report }];
}

interface WrongValue {
  readonly path: readonly string[];
  readonly schema: JsonObject;
  readonly value: unknown;
}

/**
 * Patterns of the validator's messages, with functions that describe them. An empty description
 * drops a repeated message.
 */
const WORDS: readonly (readonly [RegExp, (found: RegExpExecArray, place: WrongValue) => string])[] =
  [
    [
      /^Property ("[^]*") does not match (?:additional|unevaluated) properties schema\.$/,
      describeUnknownName,
    ],
    [
      /^Property name ("[^]*") does not match schema\.$/,
      ([, name = '']) => `${formatQuotedName(name)} is not an allowed name`,
    ],
    [
      /^(?:Property "[^]*" does not match schema|Items did not match schema|A subschema had errors)\.$/,
      () => '',
    ],
    [/^Instance does not match (?:every subschema|"(?:then|else)" schema)\.$/, () => ''],
    [/^Instance does not match any subschemas\.$/, () => 'fits none of the allowed forms'],
    [
      /^Instance does not match exactly one subschema \((\d+) matches\)\.$/,
      ([, count]) =>
        count === '0'
          ? 'fits none of the allowed forms'
          : 'fits more than one of the allowed forms',
    ],
    [/^False boolean schema\.$/, describeForbiddenValue],
    [
      /^Instance does not have required property ("[^]*")\.$/,
      ([, name = '']) => `${formatQuotedName(name)} is missing`,
    ],
    [
      /^Instance has ("[^"]*") but does not have ("[^"]*")\.$/,
      ([, one = '', other = '']) =>
        `${formatQuotedName(one)} needs ${formatQuotedName(other)} beside it`,
    ],
    [
      /^Instance type "(\w+)" is invalid\. Expected (.*)\.$/,
      ([, type = '', wanted = '']) =>
        `must be ${joinWords(wanted.replaceAll('"', '').split(', ').map(getTypeName))}, not ${getTypeName(type)}`,
    ],
    [/^Instance does not match any of (\[[^]*\])\.$/, describeChoices],
    [/^Instance does not match ([^]*)\.$/, ([, wanted = '']) => `must be ${wanted}`],
    [/^String does not match pattern\.$/, () => 'does not match the pattern of the schema'],
    [
      /^String does not match format "([\w-]+)"\.$/,
      ([, format = '']) => `must have the format ${format}`,
    ],
  ];

function rewordSchemaError(text: string, place: WrongValue): string {
  for (const [pattern, describe] of WORDS) {
    const found = pattern.exec(text);
    if (found) return describe(found, place);
  }
  return text.replace(/\.$/, '').replace(/^[A-Z]/, (letter) => letter.toLowerCase());
}

function describeUnknownName(
  [, quoted = '']: RegExpExecArray,
  { path, schema }: WrongValue,
): string {
  const name = parseName(quoted);
  const known = listKnownNames(schema, path);
  // If the field name is known, another message already says what is wrong with the field's value.
  if (known.includes(name)) return '';
  const meant = findSimilarWord(name, known);
  const list = known.map((one) => formatQuotedName(JSON.stringify(one))).join(', ');
  const hint =
    meant === undefined ? `the known names are ${list}` : `did you mean ${JSON.stringify(meant)}?`;
  return `${formatQuotedName(quoted)} is unknown${known.length === 0 ? ': no names are allowed' : `: ${hint}`}`;
}

/**
 * Describes a value that the schema forbids. Empty if the argument's name is unknown, because another
 * message describes that.
 */
function describeForbiddenValue(_: RegExpExecArray, { path, schema }: WrongValue): string {
  const name = path.at(-1) ?? '';
  const isForbidden = findSchemasForPath(schema, path.slice(0, -1)).some(
    ({ properties }) => isJsonObject(properties) && properties[name] === false,
  );
  return isForbidden || /^\d+$/.test(name) ? 'is not allowed' : '';
}

function describeChoices([, choices = '']: RegExpExecArray, { path, value }: WrongValue): string {
  const known = (parseJson(choices) ?? []) as readonly JsonValue[];
  const given = path.reduce<unknown>(
    (inside, step) => (inside as Readonly<Record<string, unknown>> | undefined)?.[step],
    value,
  );
  const words = known.filter((one) => typeof one === 'string');
  const meant = typeof given === 'string' ? findSimilarWord(given, words) : undefined;
  const shown = formatForeignName(JSON.stringify(given) ?? 'nothing').slice(0, MAX_SHOWN);
  const hint = meant === undefined ? '' : `: did you mean ${JSON.stringify(meant)}?`;
  return `must be ${joinWords(known.map((one) => JSON.stringify(one)))}, not ${shown}${hint}`;
}

const MAX_SHOWN = 100;

/** Lists the property names that the schema allows at a path. */
function listKnownNames(root: JsonObject, path: readonly string[]): readonly string[] {
  return findSchemasForPath(root, path).flatMap(({ properties }) =>
    isJsonObject(properties) ? Object.keys(properties) : [],
  );
}

/** Finds the schemas that apply to the value at a path. */
function findSchemasForPath(root: JsonObject, path: readonly string[]): readonly JsonObject[] {
  let places: readonly JsonObject[] = listSchemaWithParts(root, root);
  for (const step of path) {
    places = places.flatMap(({ properties, items, prefixItems, additionalProperties }) => {
      const own = isJsonObject(properties) ? properties[step] : undefined;
      const next = own ?? toArrayOrEmpty(prefixItems)[Number(step)];
      return listSchemaWithParts(next ?? items ?? additionalProperties, root);
    });
  }
  return places;
}

const MAX_PARTS = 50;

/** Lists a schema, the schemas to which it refers, and its parts (`allOf`, `anyOf`, `oneOf`). */
function listSchemaWithParts(
  start: JsonValue | undefined,
  root: JsonObject,
): readonly JsonObject[] {
  const found: JsonObject[] = [];
  const left = [start];
  while (left.length > 0 && found.length < MAX_PARTS) {
    const next = left.pop();
    if (!isJsonObject(next) || found.includes(next)) continue;
    found.push(next);
    for (const keyword of ['allOf', 'anyOf', 'oneOf']) {
      left.push(...toArrayOrEmpty(next[keyword]));
    }
    const { $ref } = next;
    if (typeof $ref === 'string' && $ref.startsWith('#')) {
      const steps = $ref.split('/').slice(1).map(decodePointerStep);
      left.push(steps.reduce<JsonValue | undefined>(getFieldIfObject, root));
    }
  }
  return found;
}

function toArrayOrEmpty(parts: JsonValue | undefined): readonly JsonValue[] {
  return Array.isArray(parts) ? (parts as readonly JsonValue[]) : [];
}

function getFieldIfObject(place: JsonValue | undefined, step: string): JsonValue | undefined {
  return isJsonObject(place) ? place[step] : undefined;
}

function decodePointerStep(step: string): string {
  const plain = step.replaceAll('~1', '/').replaceAll('~0', '~');
  try {
    return decodeURI(plain);
  } catch {
    return plain;
  }
}

const TYPE_SENTENCE = /^must be (.*), not ([\w ]+)$/;

/**
 * Joins two messages about the type of the same value: `must be a text or a number, not a list`.
 */
function joinTypeMessages(one: string, other: string): string | undefined {
  const [, wanted, given] = TYPE_SENTENCE.exec(one) ?? [];
  const [, alsoWanted, alsoGiven] = TYPE_SENTENCE.exec(other) ?? [];
  if (wanted === undefined || alsoWanted === undefined || given !== alsoGiven) return undefined;
  return `must be ${wanted} or ${alsoWanted}, not ${given}`;
}

const TYPE_NAMES: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  integer: 'an integer',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
};

function getTypeName(type: string): string {
  return TYPE_NAMES[type] ?? type;
}

function joinWords(words: readonly string[]): string {
  const [last = '', ...others] = words.toReversed();
  return others.length === 0 ? last : `${others.toReversed().join(', ')} or ${last}`;
}

function parseName(quoted: string): string {
  return quoted.slice(1, -1);
}

function formatQuotedName(quoted: string): string {
  return formatForeignName(quoted);
}
