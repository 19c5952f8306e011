import type { Plugin } from 'rolldown';

/** A backslash before a character beyond ASCII, which would escape the escape. */
const ESCAPED = /\\[^\0-\x7f]/;
const BEYOND_ASCII = /[^\0-\x7f]/g;

/**
 * Writes characters beyond ASCII as escapes. V8 keeps a file with a single `…` at two bytes per
 * character, which doubles the memory of the loaded code.
 */
export function createAsciiCodePlugin(): Plugin {
  return {
    name: 'ascii-code',
    generateBundle(_options, bundle) {
      for (const file of Object.values(bundle)) {
        if (file.type === 'chunk') file.code = escapeBeyondAscii(file.code, file.fileName);
      }
    },
  };
}

/** Escapes characters beyond ASCII, which may stand in texts, templates, patterns and comments. */
export function escapeBeyondAscii(code: string, file: string): string {
  const escaped = ESCAPED.exec(code);
  if (escaped) throw new Error(`${file}: write ${escaped[0]} without its backslash`);
  return code.replaceAll(
    BEYOND_ASCII,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
