import { readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { fileURLToPath } from 'node:url';

const FOLDER = new URL('./page/', import.meta.url);
/** The extension of this file, as written or as built; the page's modules have the same. */
const EXTENSION = import.meta.url.endsWith('.ts') ? '.ts' : '.js';
const IMPORT = /^import\s+\{[^}]*\}\s+from\s+'\.\/([a-z-]+)\.[jt]s';$/gm;

/**
 * The behaviour of the page as one script: its modules in the order in which they need each other,
 * in one block, where a name that two of them declare is an error.
 */
export function pageScript(): string {
  const modules = new Map<string, string>();
  add('start', modules);
  return `'use strict';\n{\n${[...modules.values()].join('\n')}}\n`;
}

function add(name: string, modules: Map<string, string>): void {
  if (modules.has(name)) return;
  const text = readModule(name);
  for (const [, imported = ''] of text.matchAll(IMPORT)) add(imported, modules);
  const lines = text
    .replaceAll(IMPORT, '')
    .replaceAll(/^export (?=const |function |async |class )/gm, '')
    .replaceAll(/^(export \{\};|\/\/# sourceMappingURL=.*)$/gm, '')
    .split('\n')
    .map((line) => line.trimEnd())
    .filter((line) => line !== '');
  modules.set(name, `${lines.join('\n')}\n`);
}

function readModule(name: string): string {
  const text = readFileSync(fileURLToPath(new URL(`${name}${EXTENSION}`, FOLDER)), 'utf8');
  return EXTENSION === '.ts' ? stripTypeScriptTypes(text) : text;
}
