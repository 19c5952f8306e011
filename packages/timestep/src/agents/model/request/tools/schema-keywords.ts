/** What the value of a JSON Schema keyword must be. */
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
export const KEYWORDS: Readonly<Record<string, KeywordKind>> = {
  additionalProperties: 'schema',
  contains: 'schema',
  else: 'schema',
  if: 'schema',
  items: 'schema',
  not: 'schema',
  propertyNames: 'schema',
  then: 'schema',
  unevaluatedItems: 'schema',
  unevaluatedProperties: 'schema',
  allOf: 'schemas',
  anyOf: 'schemas',
  oneOf: 'schemas',
  prefixItems: 'schemas',
  $defs: 'schema-map',
  definitions: 'schema-map',
  dependentSchemas: 'schema-map',
  patternProperties: 'schema-map',
  properties: 'schema-map',
  $comment: 'text',
  $schema: 'text',
  contentEncoding: 'text',
  contentMediaType: 'text',
  description: 'text',
  format: 'text',
  title: 'text',
  required: 'texts',
  exclusiveMaximum: 'number',
  exclusiveMinimum: 'number',
  maximum: 'number',
  minimum: 'number',
  multipleOf: 'number',
  maxItems: 'count',
  maxLength: 'count',
  maxProperties: 'count',
  minItems: 'count',
  minLength: 'count',
  minProperties: 'count',
  deprecated: 'boolean',
  readOnly: 'boolean',
  uniqueItems: 'boolean',
  writeOnly: 'boolean',
  enum: 'values',
  examples: 'values',
  pattern: 'pattern',
  $ref: 'reference',
  // Names of schemas change what references mean, and the others belong to earlier drafts.
  $anchor: 'dropped',
  $dynamicAnchor: 'dropped',
  $dynamicRef: 'dropped',
  $id: 'dropped',
  $recursiveAnchor: 'dropped',
  $recursiveRef: 'dropped',
  additionalItems: 'dropped',
  dependencies: 'dropped',
  id: 'dropped',
  nullable: 'dropped',
};

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
