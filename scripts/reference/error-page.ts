import type { SourceFile } from '../source/source-tree.ts';
import { formatRows } from './described.ts';

const CLASS = /export class (\w+) extends TimestepError \{?([^}]*)/g;
/** A type that is made of texts and names alone. */
const UNION = /type (\w+) =((?:[\s|]|'[\w-]+'|\b\w+\b)*);/g;
const COMMENT = /\/\*\*.*?\*\//gs;

/** Formats the page of all error classes with their codes, as unions and constructors name them. */
export function formatErrorPage(sources: readonly SourceFile[], written: string): string {
  const text = sources.map((file) => file.text.replaceAll(COMMENT, '')).join('\n');
  const unions = new Map([...text.matchAll(UNION)].map(([, name = '', body = '']) => [name, body]));
  const rows = [...text.matchAll(CLASS)].map(([, name = '', body = '']) => {
    const type = /readonly code: (\w+)/.exec(body)?.[1];
    const made = new RegExp(`new ${name}\\(\\s*'([\\w-]+)'`, 'g');
    const codes = [
      ...(type === undefined ? [] : listCodes(type, unions)),
      ...[...text.matchAll(made)].map(([, code = '']) => code),
    ];
    return [name, [...new Set(codes)].toSorted()] as const;
  });
  const listed = rows
    .filter(([, codes]) => codes.length > 0)
    .toSorted(([a], [b]) => (a < b ? -1 : 1));
  return `# Error codes

Every error of Timestep is a \`TimestepError\` with a \`code\`, which stays the same, and a \`message\` for people, which may change. Test
the code.

| Error | Codes |
|---|---|
${formatRows(listed.map(([name, codes]) => [name, codes.map((code) => `\`${code}\``).join(', ')]))}

What to do about the messages of each is on [Error messages](../troubleshooting.md); what a provider's failure becomes, on
[When a model fails](../model-failures.md). ${written}
`;
}

/** Returns the codes of a union, and of the unions that it names. */
function listCodes(name: string, unions: ReadonlyMap<string, string>): string[] {
  const body = unions.get(name) ?? '';
  const named = [...body.matchAll(/(?<!['\w-])(\w+)(?!['\w-])/g)].map(([, other = '']) => other);
  return [
    ...[...body.matchAll(/'([\w-]+)'/g)].map(([, code = '']) => code),
    ...named
      .filter((other) => other !== name && unions.has(other))
      .flatMap((other) => listCodes(other, unions)),
  ];
}
