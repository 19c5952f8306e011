import { createRequire } from 'node:module';
import type * as Yaml from 'yaml';

/** Loads the YAML parser on first use, because most programs read no YAML. */
export function loadYaml(): typeof Yaml {
  return createRequire(import.meta.url)('yaml') as typeof Yaml;
}
