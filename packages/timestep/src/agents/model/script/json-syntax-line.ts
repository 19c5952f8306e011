import { parse, type ParseError } from 'jsonc-parser';

/** Finds the line of a JSON syntax error, which `JSON.parse` reports for some errors only. */
export function findJsonErrorLine(text: string): number {
  const errors: ParseError[] = [];
  parse(text, errors, { disallowComments: true });
  return text.slice(0, errors[0]?.offset).split('\n').length;
}
