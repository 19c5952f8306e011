const TAB = 0x09;
const LINE_FEED = 0x0a;
const BELL = 0x07;
const RETURN = 0x0d;
const ESCAPE = 0x1b;
const STRING_END = 0x9c;
const REPLACEMENT = '\u{FFFD}';
/** What opens a string that the terminal takes for itself: DCS, SOS, OSC, PM, APC. */
const STRING_OPENERS: ReadonlySet<number> = new Set([0x90, 0x98, 0x9d, 0x9e, 0x9f]);
/** What changes the direction of text, so that people read something else than what stands there. */
const DIRECTIONS = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/g;

/**
 * Text of models, tools, peers and files as a terminal may show it: control sequences are taken out,
 * and other control characters are shown as one that is not known. Line feeds and tabs stay. Takes
 * time in proportion to the text.
 */
export function plainOutput(text: string): string {
  const shown = isPlain(text) ? text : withoutSequences(text);
  return shown.replaceAll(DIRECTIONS, REPLACEMENT);
}

function isPlain(text: string): boolean {
  return !/[^\P{Cc}\n\t]/u.test(text);
}

function withoutSequences(text: string): string {
  const pieces: string[] = [];
  let kept = 0;
  let at = 0;
  while (at < text.length) {
    const length = controlAt(text, at);
    if (length === 0) {
      at += 1;
      continue;
    }
    pieces.push(text.slice(kept, at), replacementFor(text, at, length));
    at += length;
    kept = at;
  }
  pieces.push(text.slice(kept));
  return pieces.join('');
}

function replacementFor(text: string, at: number, length: number): string {
  const code = text.charCodeAt(at);
  if (code === RETURN) return '\n';
  const isSequence = length > 1 || code === ESCAPE || opener(text, at) !== undefined;
  return isSequence ? '' : REPLACEMENT;
}

/** How many characters of a control stand at a place; 0 where there is none. */
function controlAt(text: string, at: number): number {
  const code = text.charCodeAt(at);
  if (!isControl(code) || code === TAB || code === LINE_FEED) return 0;
  if (code === RETURN) return text.charCodeAt(at + 1) === LINE_FEED ? 2 : 1;
  const opened = opener(text, at);
  if (opened) return opened.length + lengthOf(text, at + opened.length, opened.kind);
  if (code !== ESCAPE) return 1;
  return 1 + escapeLength(text, at + 1);
}

function isControl(code: number): boolean {
  return code < 0x20 || (code >= 0x7f && code <= 0x9f);
}

interface Opener {
  readonly kind: 'control' | 'string';
  readonly length: number;
}

/** What opens a long sequence: one of the C1 characters, or escape and the letter for it. */
function opener(text: string, at: number): Opener | undefined {
  const first = text.charCodeAt(at);
  const code = first === ESCAPE ? text.charCodeAt(at + 1) + 0x40 : first;
  const length = first === ESCAPE ? 2 : 1;
  if (first === ESCAPE && (code < 0x80 || code > 0x9f)) return undefined;
  if (code === 0x9b) return { kind: 'control', length };
  return STRING_OPENERS.has(code) ? { kind: 'string', length } : undefined;
}

/** The rest of a sequence; 0 where its end is missing, so that no words are hidden by that. */
function lengthOf(text: string, from: number, kind: Opener['kind']): number {
  let at = from;
  if (kind === 'control') {
    while (isWithin(text, at, 0x20, 0x3f)) at += 1;
    return isWithin(text, at, 0x40, 0x7e) ? at + 1 - from : 0;
  }
  for (; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === BELL || code === STRING_END) return at + 1 - from;
    if (code === ESCAPE) return text[at + 1] === '\\' ? at + 2 - from : 0;
    if (isControl(code) && code !== LINE_FEED && code !== TAB) return 0;
  }
  return 0;
}

/** A short sequence behind an escape: signs in between, and a last one. */
function escapeLength(text: string, from: number): number {
  let at = from;
  while (isWithin(text, at, 0x20, 0x2f)) at += 1;
  return isWithin(text, at, 0x30, 0x7e) ? at + 1 - from : 0;
}

function isWithin(text: string, at: number, least: number, most: number): boolean {
  const code = text.charCodeAt(at);
  return code >= least && code <= most;
}
