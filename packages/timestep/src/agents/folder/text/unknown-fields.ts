import { findSimilarWord, type JsonValue } from '#core';
import type { Fields } from './fields.ts';

/** Known field names of one kind of object. */
export interface KnownFields {
  /** Names of the fields that Timestep reads. */
  readonly read: readonly string[];
  /** Fields of other programs that can be ignored safely. */
  readonly ignored?: readonly string[];
  /**
   * Fields that restrict the agent. A misspelled name of such a field is an error, because it would
   * restrict nothing.
   */
  readonly restricting?: readonly string[];
  /** End of the warning for a field that resembles no known one. Default: lists the known fields. */
  readonly otherwise?: string;
}

/** Reports unknown fields with the most similar known name, except those in `reported`. */
export function reportUnknownFields(
  fields: Fields,
  known: KnownFields,
  reported: readonly string[] = [],
): void {
  const { read, ignored = [], restricting = [] } = known;
  const { otherwise = `is unknown and is ignored: use one of ${read.join(', ')}` } = known;
  for (const [name, value] of Object.entries(fields.value)) {
    if ([...read, ...ignored, ...reported].includes(name) || isEmptyValue(value)) continue;
    const meant = suggestFieldName(name, read);
    if (meant === undefined) {
      fields.reportWarning(name, otherwise);
    } else if (restricting.includes(meant)) {
      fields.reportMistake(
        name,
        `is unknown and would not restrict the agent: did you mean ${meant}?`,
      );
    } else {
      fields.reportWarning(name, `is unknown and is ignored: did you mean ${meant}?`);
    }
  }
}

/**
 * Finds a known name that differs only in style, such as `max_turns` for `maxTurns`, otherwise the
 * most similar one.
 */
function suggestFieldName(name: string, known: readonly string[]): string | undefined {
  const plain = normalizeNameStyle(name);
  return known.find((one) => normalizeNameStyle(one) === plain) ?? findSimilarWord(name, known);
}

function normalizeNameStyle(name: string): string {
  return name.replaceAll(/[_-]/g, '').toLowerCase();
}

/** Whether a value is null or empty, which other programs write for unused fields. */
function isEmptyValue(value: JsonValue): boolean {
  if (value === null || value === '') return true;
  return typeof value === 'object' && Object.keys(value).length === 0;
}
