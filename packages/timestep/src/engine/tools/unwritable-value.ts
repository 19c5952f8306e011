import { describeTooDeep, MAX_VALUE_DEPTH } from '#core';

const AGAIN = '[left out: contains itself]';
const TOO_DEEP = `[left out: ${describeTooDeep()}]`;

/** Formats a value that JSON cannot represent as a whole, with remarks in place of such parts. */
export function formatUnwritableValue(value: unknown): string {
  const holders: unknown[] = [];
  function replaceUnwritablePart(this: unknown, _name: string, part: unknown): unknown {
    while (holders.length > 0 && holders.at(-1) !== this) holders.pop();
    if (typeof part === 'bigint') return part.toString();
    if (typeof part !== 'object' || part === null) return part;
    if (holders.includes(part)) return AGAIN;
    if (holders.length === MAX_VALUE_DEPTH) return TOO_DEEP;
    holders.push(part);
    return part;
  }
  try {
    return JSON.stringify(value, replaceUnwritablePart) ?? 'null';
  } catch (thrown) {
    const why = thrown instanceof Error ? thrown.message : String(thrown);
    return `[the result cannot be shown: ${why}]`;
  }
}
