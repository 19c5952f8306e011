import type { SourceFile } from './source-tree.ts';
import { runGuard, type Verdict } from './verdict.ts';

const SOURCE = /^packages\/[^/]+\/src\/.*\.ts$/;
const TEST = /\.(test|fixture)\.ts$/;

/** The words by which the reader of fields reports a value of the wrong type. */
const WORDING =
  /must be (?:a string|true or false|an object|a list|an array|(?:a list|an array) of strings)(?=['"`,]|\$\{)/;

/** Ends of the paths of the only files that contain the words; the first file is the reader. */
const WORDING_FILES: readonly string[] = [
  'core/fields.ts',
  // Arguments of tools and results of their schemas are no fields of a request or a file.
  'environment/schema.ts',
  'mcp/connect/resource-tools.ts',
  'a2a/server/json-rpc.ts',
  // The files below have yet to use the reader.
  'catalog/known-agents-file.ts',
  'catalog/file-logins.ts',
  'page/maintenance/parse-prune-request.ts',
  'model/script/validators.ts',
  'eval/traces/messages-from-gen-ai.ts',
  'eval/traces/attribute-value.ts',
  'eval/traces/read-spans.ts',
  'eval/tasks/read-tasks.ts',
  'eval/graders/code-grader.ts',
  'folder/agent-tools.ts',
  'folder/fields.ts',
  'folder/folder-from-files.ts',
];

/** Rejects a second reader of JSON fields: only `core/fields.ts` says that a field must be a string. */
export function oneReader(
  files: readonly SourceFile[],
  allowed: readonly string[] = WORDING_FILES,
): Verdict {
  const sources = files.filter(({ path }) => SOURCE.test(path) && !TEST.test(path));
  const found = sources.filter(({ text }) => WORDING.test(text)).map(({ path }) => path);
  const problems = found
    .filter((path) => !allowed.some((end) => path.endsWith(`/${end}`)))
    .map((path) => `${path} checks the type of a field: use the functions of core/fields.ts`);
  for (const end of allowed) {
    if (found.some((path) => path.endsWith(`/${end}`))) continue;
    problems.push(`${end} no longer checks types of fields: remove it from scripts/one-reader.ts`);
  }
  return { summary: `${allowed.length} of ${sources.length} files check types`, problems };
}

if (import.meta.main) runGuard('one-reader', oneReader);
