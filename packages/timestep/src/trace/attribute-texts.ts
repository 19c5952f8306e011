import { FRACTIONS } from './conventions.ts';
import type { Attributes, AttributeValue } from './span.ts';

/** Writes attributes as OTLP/JSON has them: a list of keys and values, without its brackets. */
export type AttributeTexts = (attributes: Attributes) => string;

/** Values of one attribute whose texts are remembered: names and counts come again, ids do not. */
const MOST_REMEMBERED = 16;

interface OfKey {
  /** What stands before its values. */
  readonly before: string;
  readonly remembered: Map<AttributeValue, string>;
  newest: AttributeValue | undefined;
  newestText: string;
}

/** Texts that are remembered while one request is written: most spans have the same attributes. */
export function attributeTexts(): AttributeTexts {
  const known = new Map<string, OfKey>();

  function textOf(key: string, value: AttributeValue): string {
    let ofKey = known.get(key);
    if (!ofKey) {
      const before = `,{"key":${JSON.stringify(key)},"value":`;
      ofKey = { before, remembered: new Map(), newest: undefined, newestText: '' };
      known.set(key, ofKey);
    }
    if (ofKey.newest === value) return ofKey.newestText;
    const text = ofKey.remembered.get(value) ?? written(ofKey, key, value);
    ofKey.newest = value;
    ofKey.newestText = text;
    return text;
  }

  return (attributes) => {
    let texts = '';
    for (const key in attributes) {
      const value = attributes[key];
      if (value === undefined) continue;
      const text = textOf(key, value);
      texts = texts === '' ? text.slice(1) : texts + text;
    }
    return texts;
  };
}

function written({ before, remembered }: OfKey, key: string, value: AttributeValue): string {
  if (remembered.size >= MOST_REMEMBERED) return `${before}${valueText(key, value)}}`;
  // Joined, because a template is a chain of its parts, which is walked each time it is used.
  const text = [before, valueText(key, value), '}'].join('');
  remembered.set(value, text);
  return text;
}

function valueText(key: string, value: AttributeValue): string {
  switch (typeof value) {
    case 'string':
      return stringText(value);
    case 'boolean':
      return `{"boolValue":${value}}`;
    case 'number':
      return Number.isInteger(value) && !FRACTIONS.has(key)
        ? `{"intValue":"${value}"}`
        : `{"doubleValue":${JSON.stringify(value)}}`;
    default:
      return `{"arrayValue":{"values":[${value.map(stringText).join(',')}]}}`;
  }
}

function stringText(value: string): string {
  return `{"stringValue":${JSON.stringify(value)}}`;
}
