import { FRACTIONS } from './conventions.ts';
import type { Attributes, AttributeValue } from './span.ts';

/** A function that formats attributes as OTLP/JSON, without the brackets of the list. */
export type FormatAttributes = (attributes: Attributes) => string;

/**
 * Maximum number of cached texts per attribute. Names and counts repeat, so few are enough; ids never repeat.
 */
const MAX_CACHED_VALUES = 16;

interface CachedAttribute {
  readonly before: string;
  readonly remembered: Map<AttributeValue, string>;
  newest: AttributeValue | undefined;
  newestText: string;
}

/** Creates a formatter that caches texts during one request, as most attributes repeat. */
export function createAttributeFormatter(): FormatAttributes {
  const known = new Map<string, CachedAttribute>();

  function getOrFormatText(key: string, value: AttributeValue): string {
    let ofKey = known.get(key);
    if (!ofKey) {
      const before = `,{"key":${JSON.stringify(key)},"value":`;
      ofKey = { before, remembered: new Map(), newest: undefined, newestText: '' };
      known.set(key, ofKey);
    }
    if (ofKey.newest === value) return ofKey.newestText;
    const text = ofKey.remembered.get(value) ?? formatAndCacheAttribute(ofKey, key, value);
    ofKey.newest = value;
    ofKey.newestText = text;
    return text;
  }

  return (attributes) => {
    let texts = '';
    for (const key in attributes) {
      const value = attributes[key];
      if (value === undefined) continue;
      const text = getOrFormatText(key, value);
      texts = texts === '' ? text.slice(1) : texts + text;
    }
    return texts;
  };
}

function formatAndCacheAttribute(
  { before, remembered }: CachedAttribute,
  key: string,
  value: AttributeValue,
): string {
  if (remembered.size >= MAX_CACHED_VALUES) return `${before}${valueToOtlpJson(key, value)}}`;
  // The attribute's text is joined from an array, because a template literal would be slower.
  const text = [before, valueToOtlpJson(key, value), '}'].join('');
  remembered.set(value, text);
  return text;
}

function valueToOtlpJson(key: string, value: AttributeValue): string {
  switch (typeof value) {
    case 'string':
      return stringToOtlpJson(value);
    case 'boolean':
      return `{"boolValue":${value}}`;
    case 'number':
      return Number.isInteger(value) && !FRACTIONS.has(key)
        ? `{"intValue":"${value}"}`
        : `{"doubleValue":${JSON.stringify(value)}}`;
    default:
      return `{"arrayValue":{"values":[${value.map(stringToOtlpJson).join(',')}]}}`;
  }
}

function stringToOtlpJson(value: string): string {
  return `{"stringValue":${JSON.stringify(value)}}`;
}
