import type { SourceFile } from '../source/source-tree.ts';
import { runGuard, type Verdict } from '../source/verdict.ts';

const SOURCE = /^packages\/[^/]+\/src\/.*\.ts$/;
const TEST = /\.(test|fixture)\.ts$/;

/** The words for a value of the wrong type, as in the reader of fields. */
const WORDING =
  /(?<!it )must be (?:a string|true or false|an object|a list|an array|(?:a list|an array) of strings)(?:['"`]|, not|\$\{)/;

/** Ends of the paths of files that may contain the words. */
const WORDING_FILES: readonly string[] = [
  // Arguments of tools and results of their schemas are no fields of a request or a file.
  'engine/tools/schema.ts',
  'protocols/mcp/connect/resource-tools.ts',
  'protocols/a2a/server/json-rpc.ts',
  // A card of another program is compared with its specification, and not refused.
  'protocols/a2a/card/check-shape.ts',
  // The files below have yet to use the reader.
  'people/page/maintenance/parse-prune-request.ts',
  'agents/folder/read/agent-tool-fields.ts',
  'agents/folder/read/servers/listed-servers.ts',
];

const READER = /\/core\/(?:\w+\/)?fields\.ts$/;

/** Rejects a second reader of JSON fields than `core/fields.ts`. */
export function oneReader(
  files: readonly SourceFile[],
  allowed: readonly string[] = WORDING_FILES,
): Verdict {
  const sources = files.filter(({ path }) => SOURCE.test(path) && !TEST.test(path));
  const others = sources.filter(({ path }) => !READER.test(path));
  const found = others.filter(({ text }) => WORDING.test(text)).map(({ path }) => path);
  const problems = found
    .filter((path) => !allowed.some((end) => path.endsWith(`/${end}`)))
    .map((path) => `${path} checks the type of a field: use the functions of core/fields.ts`);
  if (others.length === sources.length) problems.push('core/fields.ts is missing: fix this guard');
  for (const end of allowed) {
    if (found.some((path) => path.endsWith(`/${end}`))) continue;
    problems.push(
      `${end} no longer checks types of fields: remove it from scripts/guards/one-reader.ts`,
    );
  }
  return { summary: `${allowed.length} of ${sources.length} files check types`, problems };
}

if (import.meta.main) runGuard('one-reader', oneReader);
