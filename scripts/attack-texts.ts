import { parseRegExpLiteral, type AST } from '@eslint-community/regexpp';

/**
 * Number of characters of an attack text: a request can easily hold this many, and a quadratic
 * search over them takes seconds.
 */
const LENGTH = 100_000;

/** Endings that make the match fail, so that the search tries every way to match. */
const ENDS: readonly string[] = ['', '!', '\n!', '\u0000'];

/**
 * Yields texts for which a pattern takes as long as possible: repeated pieces that the pattern
 * matches. The pieces are all runs of neighboring elements, because `\.(\w+)(\?.*)?$` is slow only
 * for texts like `.a?.a?.a?`.
 */
export function* createAttackTexts(pattern: RegExp): Generator<string> {
  const pieces = new Set<string>();
  const flags = pattern.flags.replaceAll(/[^iuv]/g, '');
  for (const alternative of parseRegExpLiteral(pattern).pattern.alternatives) {
    const samples = collectSamples(alternative.elements, flags);
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

/** Neighboring characters are one piece, because splitting them adds no other way to match. */
function collectSamples(elements: readonly AST.Element[], flags: string): readonly string[] {
  const samples: string[] = [];
  let isAfterCharacter = false;
  for (const element of elements) {
    const isCharacter = element.type === 'Character';
    const found = collectElementSamples(element, flags);
    if (isCharacter && isAfterCharacter) samples.push(`${samples.pop() ?? ''}${found.join('')}`);
    else samples.push(...found);
    isAfterCharacter = isCharacter;
  }
  return samples;
}

/**
 * Returns a shortest text for each part of an element; for a group, for the parts of its first
 * alternative.
 */
function collectElementSamples(element: AST.Element, flags: string): readonly string[] {
  switch (element.type) {
    case 'Character':
      return [String.fromCodePoint(element.value)];
    case 'CharacterSet':
    case 'CharacterClass':
    case 'ExpressionCharacterClass':
      return [findMember(element, flags)];
    case 'Group':
    case 'CapturingGroup':
      return collectSamples(element.alternatives[0]?.elements ?? [], flags);
    case 'Quantifier':
      return collectElementSamples(element.element, flags);
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

/** Returns a character of the set. */
function findMember(
  set: AST.CharacterSet | AST.CharacterClass | AST.ExpressionCharacterClass,
  flags: string,
): string {
  const member = new RegExp(`^${set.raw}$`, `${flags}s`);
  const named = Array.from(set.raw).filter((character) => member.test(character));
  return CANDIDATES.find((character) => member.test(character)) ?? named[0] ?? '';
}
