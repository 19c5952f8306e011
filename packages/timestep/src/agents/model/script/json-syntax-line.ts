const TOKEN =
  /\s*(?:("(?:[^"\\\n]|\\.)*")|(-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)|([{}[\],:]))/y;

type Expected = 'value' | 'value or ]' | 'key' | 'key or }' | ':' | ', or end' | 'nothing';

/** Finds the line of a JSON syntax error, which `JSON.parse` reports for some errors only. */
export function findJsonErrorLine(text: string): number {
  const open: ('{' | '[')[] = [];
  let expected: Expected = 'value';
  let position = 0;
  for (;;) {
    TOKEN.lastIndex = position;
    const match = TOKEN.exec(text);
    const after: Expected | undefined = match ? getNextExpected(match, expected, open) : undefined;
    if (after === undefined) break;
    expected = after;
    position = TOKEN.lastIndex;
  }
  const spaces = /^\s*/.exec(text.slice(position))?.[0].length ?? 0;
  return text.slice(0, position + spaces).split('\n').length;
}

function getNextExpected(
  [, string, scalar, sign]: RegExpExecArray,
  expected: Expected,
  open: ('{' | '[')[],
): Expected | undefined {
  const valueFits = expected === 'value' || expected === 'value or ]';
  const getExpectedAfterValue = (): Expected => (open.length === 0 ? 'nothing' : ', or end');
  if (string !== undefined && expected.startsWith('key')) return ':';
  if (string !== undefined || scalar !== undefined)
    return valueFits ? getExpectedAfterValue() : undefined;
  switch (sign) {
    case '{':
    case '[':
      if (!valueFits) return undefined;
      open.push(sign);
      return sign === '{' ? 'key or }' : 'value or ]';
    case '}':
    case ']':
      if (open.at(-1) !== (sign === '}' ? '{' : '[')) return undefined;
      if (expected !== ', or end' && !expected.endsWith(` or ${sign}`)) return undefined;
      open.pop();
      return getExpectedAfterValue();
    case ':':
      return expected === ':' ? 'value' : undefined;
    case ',':
      if (expected !== ', or end') return undefined;
      return open.at(-1) === '{' ? 'key' : 'value';
    default:
      return undefined;
  }
}
