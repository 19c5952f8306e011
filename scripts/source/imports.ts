/** The specifier of one import, export-from or dynamic import. */
export interface ImportedName {
  readonly specifier: string;
  readonly line: number;
}

/** Text allowed between the keyword and `from`: names and comments, but no end of statement. */
const CLAUSE = /(?:[^'"`;/]|\/(?![/*])|\/\/[^\n]*|\/\*[\s\S]*?\*\/)*?/.source;
const STATEMENT = new RegExp(
  `^[ \\t]*(?:import|export)\\b(?:${CLAUSE}\\bfrom\\b)?\\s*(['"])([^'"\\n]+)\\1`,
  'gm',
);
const CALL = /\bimport\(\s*(['"])([^'"\n]+)\1\s*[),]/g;

/**
 * Returns the specifiers that a formatted TypeScript file imports, including types. Statements are
 * found at the start of lines, which excludes prose and most strings without a parser.
 */
export function listImports(text: string): ImportedName[] {
  const found = [STATEMENT, CALL].flatMap((pattern) => [...text.matchAll(pattern)]);
  return found
    .map((match) => ({ specifier: match[2] ?? '', line: getLineNumber(text, match) }))
    .toSorted((a, b) => a.line - b.line);
}

function getLineNumber(text: string, match: RegExpExecArray): number {
  const end = match.index + match[0].length;
  return text.slice(0, end).split('\n').length;
}
