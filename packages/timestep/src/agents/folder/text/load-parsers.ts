import { createRequire } from 'node:module';
import type * as Diff from 'diff';
import type * as JsoncParser from 'jsonc-parser';
import type * as Yaml from 'yaml';

// Parsers are loaded on first use, because most programs need none of them.
const require = createRequire(import.meta.url);

export function loadYaml(): typeof Yaml {
  return require('yaml') as typeof Yaml;
}

export function loadJsonParser(): typeof JsoncParser {
  return require('jsonc-parser') as typeof JsoncParser;
}

export function loadDiff(): typeof Diff {
  return require('diff') as typeof Diff;
}
