import { formatForeignName } from './foreign-text.ts';
import { findSimilarWord } from './similar-word.ts';

/** Maximum number of known names that an error message lists. */
const MAX_NAMES = 20;

/** Formats an error message for an unknown name: it suggests a similar name, or lists the known names. */
export function describeUnknownName(kind: string, name: string, known: readonly string[]): string {
  return `there is no ${kind} ${formatForeignName(name)}${suggestKnownNames(name, known)}`;
}

/**
 * Formats the end of an error message about an unknown name: the most similar known name, or a list of known
 * names.
 */
export function suggestKnownNames(name: string, known: readonly string[]): string {
  const meant = findSimilarWord(name, known);
  if (meant !== undefined) return `: did you mean ${formatForeignName(meant)}?`;
  if (known.length === 0) return ': there is none';
  const more = known.length - MAX_NAMES;
  const names = known.slice(0, MAX_NAMES).map(formatForeignName).join(', ');
  return more > 0 ? `: there are ${names} and ${more} more` : `: there are ${names}`;
}
