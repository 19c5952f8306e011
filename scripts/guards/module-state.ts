import type { SourceFile } from '../source/source-tree.ts';
import { runGuard, type Verdict } from '../source/verdict.ts';

const SOURCE = /^packages\/[^/]+\/src\/.*\.ts$/;
const TEST = /\.(test|fixture)\.ts$/;

/** A variable, an empty collection or a buffer at the top level of a file, unless in capitals. */
const STATE =
  /^(?:export )?(?:let \w+|const [a-z]\w*(?:: [^=]*)? =\s+(?:new (?:Map|Set|WeakMap|WeakSet)(?:<[^(]*>)?\(\)|\[\]|Buffer\.alloc|new Uint(?:8|16|32)Array\())/gm;

/** Ends of the paths of files that hold state, for the reasons that their first lines give. */
const STATEFUL_FILES: readonly string[] = [
  'engine/tools/compile-tool.ts',
  'engine/store/contents/content-text.ts',
  'engine/runner/uuid.ts',
  'engine/port/format-quantity.ts',
  'protocols/http/address-guard.ts',
  'protocols/http/outgoing/proxy-connections.ts',
  'embedder/src/shared-embedder.ts',
];

/** Rejects state in modules, except in the files that AGENTS.md lists. */
export function moduleState(
  files: readonly SourceFile[],
  allowed: readonly string[] = STATEFUL_FILES,
): Verdict {
  const sources = files.filter(({ path }) => SOURCE.test(path) && !TEST.test(path));
  if (sources.length === 0) return { summary: 'no source files', problems: ['nothing to check'] };
  const isAllowed = (path: string): boolean => allowed.some((end) => path.endsWith(`/${end}`));
  const stateful = sources.filter(({ text }) => text.match(STATE));
  const problems = stateful
    .filter(({ path }) => !isAllowed(path))
    .flatMap(({ path, text }) =>
      [...text.matchAll(STATE)].map(
        ([found]) =>
          `${path} holds state in the module: pass it as an argument instead of "${found}"`,
      ),
    );
  for (const end of allowed) {
    if (stateful.some(({ path }) => path.endsWith(`/${end}`))) continue;
    problems.push(`${end} holds no state: remove it from scripts/guards/module-state.ts`);
  }
  const agents = files.find(({ path }) => path === 'AGENTS.md');
  for (const end of allowed) {
    if (!agents || agents.text.includes(`\`${end}\``)) continue;
    problems.push(`AGENTS.md does not list ${end} among the files with state`);
  }
  return { summary: `${stateful.length} of ${sources.length} files hold state`, problems };
}

if (import.meta.main) runGuard('module-state', (files) => moduleState(files));
