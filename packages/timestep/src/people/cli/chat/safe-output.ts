const TAB = 0x09;
const LINE_FEED = 0x0a;
const BELL = 0x07;
const RETURN = 0x0d;
const ESCAPE = 0x1b;
const STRING_END = 0x9c;
const REPLACEMENT = '\u{FFFD}';
/** C1 codes that start a control string: DCS, SOS, OSC, PM, APC. */
const STRING_OPENERS: ReadonlySet<number> = new Set([0x90, 0x98, 0x9d, 0x9e, 0x9f]);
/** Bidirectional control characters, which can make text display differently from its content. */
const DIRECTIONS = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/g;

/** Makes untrusted text safe for a terminal, in linear time. Line feeds and tabs are retained. */
export function toSafeOutput(text: string): string {
  const shown = /[^\P{Cc}\n\t]/u.test(text) ? removeControlSequences(text) : text;
  return shown.replaceAll(DIRECTIONS, REPLACEMENT);
}

function removeControlSequences(text: string): string {
  const pieces: string[] = [];
  let kept = 0;
  let at = 0;
  while (at < text.length) {
    const length = getControlLength(text, at);
    if (length === 0) {
      at += 1;
      continue;
    }
    pieces.push(text.slice(kept, at), getSequenceReplacement(text, at, length));
    at += length;
    kept = at;
  }
  pieces.push(text.slice(kept));
  return pieces.join('');
}

function getSequenceReplacement(text: string, at: number, length: number): string {
  const code = text.charCodeAt(at);
  if (code === RETURN) return '\n';
  const isSequence = length > 1 || code === ESCAPE || findSequenceStart(text, at) !== undefined;
  return isSequence ? '' : REPLACEMENT;
}

/** Returns the length of the control sequence at a position, or 0 if there is none. */
function getControlLength(text: string, at: number): number {
  const code = text.charCodeAt(at);
  if (!isControlCode(code) || code === TAB || code === LINE_FEED) return 0;
  if (code === RETURN) return text.charCodeAt(at + 1) === LINE_FEED ? 2 : 1;
  const opened = findSequenceStart(text, at);
  if (opened) return opened.length + getSequenceLength(text, at + opened.length, opened.kind);
  if (code !== ESCAPE) return 1;
  return 1 + getEscapeSequenceLength(text, at + 1);
}

function isControlCode(code: number): boolean {
  return code < 0x20 || (code >= 0x7f && code <= 0x9f);
}

interface SequenceStart {
  readonly kind: 'control' | 'string';
  readonly length: number;
}

/** Detects the start of a control sequence: a C1 code, or ESC with the corresponding letter. */
function findSequenceStart(text: string, at: number): SequenceStart | undefined {
  const first = text.charCodeAt(at);
  const code = first === ESCAPE ? text.charCodeAt(at + 1) + 0x40 : first;
  const length = first === ESCAPE ? 2 : 1;
  if (first === ESCAPE && (code < 0x80 || code > 0x9f)) return undefined;
  if (code === 0x9b) return { kind: 'control', length };
  return STRING_OPENERS.has(code) ? { kind: 'string', length } : undefined;
}

/** Returns the length of a control sequence; 0 if its end is missing, so that no text is hidden. */
function getSequenceLength(text: string, from: number, kind: SequenceStart['kind']): number {
  let at = from;
  if (kind === 'control') {
    while (isCodeInRange(text, at, 0x20, 0x3f)) at += 1;
    return isCodeInRange(text, at, 0x40, 0x7e) ? at + 1 - from : 0;
  }
  for (; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === BELL || code === STRING_END) return at + 1 - from;
    if (code === ESCAPE) return text[at + 1] === '\\' ? at + 2 - from : 0;
    if (isControlCode(code) && code !== LINE_FEED && code !== TAB) return 0;
  }
  return 0;
}

function getEscapeSequenceLength(text: string, from: number): number {
  let at = from;
  while (isCodeInRange(text, at, 0x20, 0x2f)) at += 1;
  return isCodeInRange(text, at, 0x30, 0x7e) ? at + 1 - from : 0;
}

function isCodeInRange(text: string, at: number, min: number, max: number): boolean {
  const code = text.charCodeAt(at);
  return code >= min && code <= max;
}
