import { parseRegExpLiteral, type AST } from '@eslint-community/regexpp';

/** Characters: as long as what one request may easily hold, so that a square of it takes seconds. */
const LENGTH = 100_000;

/** What spoils the match at the end, so that the search tries every way to match. */
const ENDS: readonly string[] = ['', '!', '\n!', '\u0000'];

/**
 * Texts that make a pattern take as long as it can: pieces of what it matches, repeated. The pieces
 * are all runs of neighbouring elements, because `\.(\w+)(\?.*)?$` is slow only for texts like
 * `.a?.a?.a?`.
 */
export function* attackTexts(pattern: RegExp): Generator<string> {
  const pieces = new Set<string>();
  const flags = pattern.flags.replaceAll(/[^iuv]/g, '');
  for (const alternative of parseRegExpLiteral(pattern).pattern.alternatives) {
    const samples = samplesOf(alternative.elements, flags);
    for (let from = 0; from < samples.length; from += 1) {
      for (let to = from + 1; to <= samples.length; to += 1) {
        pieces.add(samples.slice(from, to).join(''));
      }
    }
  }
  pieces.delete('');
  for (const piece of pieces) {
    const repeated = piece.repeat(Math.ceil(LENGTH / piece.length));
    for (const end of ENDS) yield repeated + end;
  }
}

/** Neighbouring characters are one piece, because splitting them adds no other way to match. */
function samplesOf(elements: readonly AST.Element[], flags: string): readonly string[] {
  const samples: string[] = [];
  let isAfterCharacter = false;
  for (const element of elements) {
    const isCharacter = element.type === 'Character';
    const found = elementSamples(element, flags);
    if (isCharacter && isAfterCharacter) samples.push(`${samples.pop() ?? ''}${found.join('')}`);
    else samples.push(...found);
    isAfterCharacter = isCharacter;
  }
  return samples;
}

/**
 * A shortest text of each part of an element; for a group, of the parts of its first alternative.
 */
function elementSamples(element: AST.Element, flags: string): readonly string[] {
  switch (element.type) {
    case 'Character':
      return [String.fromCodePoint(element.value)];
    case 'CharacterSet':
    case 'CharacterClass':
    case 'ExpressionCharacterClass':
      return [memberOf(element, flags)];
    case 'Group':
    case 'CapturingGroup':
      return samplesOf(element.alternatives[0]?.elements ?? [], flags);
    case 'Quantifier':
      return elementSamples(element.element, flags);
    case 'Assertion':
    case 'Backreference':
      return [];
  }
}

const CANDIDATES: readonly string[] = [
  'a',
  '1',
  ' ',
  '\t',
  'A',
  '_',
  '-',
  '.',
  '/',
  '!',
  '\n',
  'é',
];

/** A character that the set holds. */
function memberOf(
  set: AST.CharacterSet | AST.CharacterClass | AST.ExpressionCharacterClass,
  flags: string,
): string {
  const member = new RegExp(`^${set.raw}$`, `${flags}s`);
  const named = Array.from(set.raw).filter((character) => member.test(character));
  return CANDIDATES.find((character) => member.test(character)) ?? named[0] ?? '';
}
