/** One import, export-from or dynamic import, by its specifier. */
export interface ImportedName {
  readonly specifier: string;
  readonly line: number;
}

/** What may stand between the keyword and `from`: names and comments, but no end of statement. */
const CLAUSE = /(?:[^'"`;/]|\/(?![/*])|\/\/[^\n]*|\/\*[\s\S]*?\*\/)*?/.source;
const STATEMENT = new RegExp(
  `^[ \\t]*(?:import|export)\\b(?:${CLAUSE}\\bfrom\\b)?\\s*(['"])([^'"\\n]+)\\1`,
  'gm',
);
const CALL = /\bimport\(\s*(['"])([^'"\n]+)\1\s*[),]/g;

/**
 * The names a formatted TypeScript file imports, types included. Statements are found at line
 * starts, which keeps prose and most strings out without a parser.
 */
export function importsOf(text: string): ImportedName[] {
  const found = [STATEMENT, CALL].flatMap((pattern) => [...text.matchAll(pattern)]);
  return found
    .map((match) => ({ specifier: match[2] ?? '', line: lineAt(text, match) }))
    .toSorted((a, b) => a.line - b.line);
}

function lineAt(text: string, match: RegExpExecArray): number {
  const end = match.index + match[0].length;
  return text.slice(0, end).split('\n').length;
}
