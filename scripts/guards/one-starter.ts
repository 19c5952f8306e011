import type { SourceFile } from '../source/source-tree.ts';
import { runGuard, type Verdict } from '../source/verdict.ts';

const SOURCE = /^packages\/[^/]+\/src\/.*\.ts$/;
const TEST = /\.(test|fixture)\.ts$/;
/** The kill test starts the program that it kills, and waits for its end. */
const STARTER = /\/engine\/processes\/[\w-]+\.ts$|\/testing\/kills\/kill-at-every-point\.ts$/;

/** What starts a process: the module of Node, packages that wrap it, and a transport that uses one. */
const STARTING =
  /(?:from|import|require|createRequire\([^)]*\)|getBuiltinModule)\s*\(?\s*['"](?:(?:node:)?(?:child_process|cluster)|cross-spawn|execa|tinyexec|node-pty|zx|open)['"]|\bStdioClientTransport\b|\bprocess\.(?:execve|binding)\b/;

/** Rejects processes that start elsewhere than in `engine/processes`, which ends them with this one. */
export function oneStarter(files: readonly SourceFile[]): Verdict {
  const sources = files.filter(({ path }) => SOURCE.test(path) && !TEST.test(path));
  const starters = sources.filter(({ path, text }) => STARTER.test(path) && STARTING.test(text));
  const problems = sources
    .filter(({ path, text }) => !STARTER.test(path) && STARTING.test(text))
    .map(
      ({ path }) => `${path} starts processes: use startProcess or runToEnd of #engine/processes`,
    );
  if (starters.length === 0) problems.push('engine/processes starts nothing: fix this guard');
  return { summary: `${starters.length} files start processes`, problems };
}

if (import.meta.main) runGuard('one-starter', (files) => oneStarter(files));
