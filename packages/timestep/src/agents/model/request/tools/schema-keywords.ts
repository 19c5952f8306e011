/** What kind of value a JSON Schema keyword must have. */
export type KeywordKind =
  | 'schema'
  | 'schemas'
  | 'schema-map'
  | 'text'
  | 'texts'
  | 'number'
  | 'count'
  | 'boolean'
  | 'values'
  | 'pattern'
  | 'reference'
  | 'dropped';

/** Keywords of JSON Schema 2020-12 (core, applicators, validation), by the kind of their values. */
const KEYWORDS_BY_KIND: Readonly<Record<KeywordKind, readonly string[]>> = {
  schema: [
    'additionalProperties',
    'contains',
    'else',
    'if',
    'items',
    'not',
    'propertyNames',
    'then',
    'unevaluatedItems',
    'unevaluatedProperties',
  ],
  schemas: ['allOf', 'anyOf', 'oneOf', 'prefixItems'],
  'schema-map': ['$defs', 'definitions', 'dependentSchemas', 'patternProperties', 'properties'],
  text: [
    '$comment',
    '$schema',
    'contentEncoding',
    'contentMediaType',
    'description',
    'format',
    'title',
  ],
  texts: ['required'],
  number: ['exclusiveMaximum', 'exclusiveMinimum', 'maximum', 'minimum', 'multipleOf'],
  count: ['maxItems', 'maxLength', 'maxProperties', 'minItems', 'minLength', 'minProperties'],
  boolean: ['deprecated', 'readOnly', 'uniqueItems', 'writeOnly'],
  values: ['enum', 'examples'],
  pattern: ['pattern'],
  reference: ['$ref'],
  // Omitted: keywords that change the meaning of references, and keywords of earlier drafts.
  dropped: [
    '$anchor',
    '$dynamicAnchor',
    '$dynamicRef',
    '$id',
    '$recursiveAnchor',
    '$recursiveRef',
    'additionalItems',
    'dependencies',
    'id',
    'nullable',
  ],
};

/**
 * Returns the kind of value of a keyword. Undefined for keywords that JSON Schema does not define.
 */
export const KEYWORDS: ReadonlyMap<string, KeywordKind> = new Map(
  Object.entries(KEYWORDS_BY_KIND).flatMap(([kind, names]) =>
    names.map((name) => [name, kind as KeywordKind] as const),
  ),
);

/** Types of JSON Schema. */
export const TYPES: ReadonlySet<unknown> = new Set([
  'array',
  'boolean',
  'integer',
  'null',
  'number',
  'object',
  'string',
]);
