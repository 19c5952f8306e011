import { findSimilarWord, type JsonValue } from '#core';
import type { Fields } from './fields.ts';

/** Names of the fields of an object. */
export interface KnownFields {
  /** Fields that are read. */
  readonly read: readonly string[];
  /** Fields of other programs, without which nothing is lost. */
  readonly ignored?: readonly string[];
  /** Fields that restrict the agent: a name that resembles one is a mistake, as nothing would be restricted. */
  readonly restricting?: readonly string[];
  /** The warning for a field that resembles none; by default, the known fields. */
  readonly otherwise?: string;
}

/** Reports fields that nothing reads, with the nearest known name, unless they were `reported` already. */
export function reportUnknownFields(
  fields: Fields,
  known: KnownFields,
  reported: readonly string[] = [],
): void {
  const { read, ignored = [], restricting = [] } = known;
  const { otherwise = `is unknown and is ignored: use one of ${read.join(', ')}` } = known;
  for (const [name, value] of Object.entries(fields.value)) {
    if ([...read, ...ignored, ...reported].includes(name) || isEmpty(value)) continue;
    const meant = findMeantName(name, read);
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

/** Finds the known name in another style, such as `max_turns` for `maxTurns`, or else the most similar one. */
function findMeantName(name: string, known: readonly string[]): string | undefined {
  const plain = removeStyle(name);
  return known.find((one) => removeStyle(one) === plain) ?? findSimilarWord(name, known);
}

function removeStyle(name: string): string {
  return name.replaceAll(/[_-]/g, '').toLowerCase();
}

/** Whether a value says nothing, as programs write it for a field that is not used. */
function isEmpty(value: JsonValue): boolean {
  if (value === null || value === '') return true;
  return typeof value === 'object' && Object.keys(value).length === 0;
}
