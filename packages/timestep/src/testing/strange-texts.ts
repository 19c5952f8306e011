/**
 * Text that a test looks for at the start of a line: it is only there if a line break in an untrusted text
 * took effect.
 */
export const FORGED = 'FORGED';

/** Characters that are invisible, change the text direction or end a line. */
const PIECES: Readonly<Record<string, readonly string[]>> = {
  controls: ['\u0000', '\u0007', '\b', '\u000b', '\f', '\u007f', '\u0085', '\u009b2J'],
  sequences: ['\u001b[2J', '\u001b[31m', '\u001b]0;title\u0007', '\u001b]52;c;aGk=\u001b\\'],
  directions: ['\u061c', '\u200e', '\u200f', '\u202a', '\u202e', '\u2066', '\u2069'],
  noWidth: ['\u00ad', '\u034f', '\u200b', '\u200c', '\u200d', '\u2060', '\u2064', '\ufeff'],
  fillers: ['\u115f', '\u1160', '\u17b4', '\u180e', '\u3164', '\uffa0', '\u2800'],
  variations: ['\ufe00', '\ufe0f', '\u{e0100}', '\u{e0001}', '\u{e0041}', '\u{e007f}'],
  blanks: ['\u00a0', '\u2002', '\u202f', '\u205f', '\u3000'],
  unusable: ['\ud83d', '\udc4d', '\ufffe', '\ue000', '\u{10fffd}'],
  lines: [`\n${FORGED}`, `\r${FORGED}`, `\r\n${FORGED}`, `\u2028${FORGED}`, `\u2029${FORGED}`],
};

const BASES = ['rm -rf /', 'ls', 'pay {"amount": 5}', 'https://example.com/a', 'git status'];

/**
 * Creates different texts as from an attacker: visible words with invisible and control characters
 * among them.
 */
export function createStrangeTexts(count: number, seed: number): readonly string[] {
  const texts = new Set<string>();
  let state = seed;
  const draw = (below: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
  const pieces = Object.values(PIECES).flat();
  for (const piece of pieces) texts.add(`ls${piece}a`);
  while (texts.size < count) {
    let text = BASES[draw(BASES.length)] ?? '';
    for (let times = 1 + draw(3); times > 0; times -= 1) {
      const at = draw(text.length + 1);
      text = text.slice(0, at) + (pieces[draw(pieces.length)] ?? '') + text.slice(at);
    }
    texts.add(text);
  }
  return [...texts].slice(0, count);
}

/** Returns the characters of a printed text that are invisible or move other characters. */
export function findHiddenCharacters(printed: string): readonly string[] {
  return (
    printed.match(/[^\P{C}\n\t]|[\p{Zl}\p{Zp}\u034f\u115f\u1160\u17b4\u2800\u3164\uffa0]/gu) ?? []
  );
}
