import { createRequire } from 'node:module';
import type * as Yaml from 'yaml';

/** The parser of YAML, loaded when a file needs it: most programs read none. */
export function yaml(): typeof Yaml {
  return createRequire(import.meta.url)('yaml') as typeof Yaml;
}
