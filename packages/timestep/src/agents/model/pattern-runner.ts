import { createContext, Script, type Context } from 'node:vm';

/**
 * The match of a pattern, null without a match, or `too-slow` if the search reached its time limit.
 */
type PatternResult = RegExpExecArray | null | 'too-slow';

/** Searches a text with a pattern that a user wrote. */
export type PatternRunner = (pattern: RegExp, text: string) => PatternResult;

/** Maximum CPU time of one search in milliseconds. */
const LIMIT_MS = 500;

const SEARCH = new Script('pattern.exec(text)');

/**
 * Creates a runner that applies user-written patterns to untrusted texts with a time limit. A
 * pattern such as `(a+)+$` can take years and would block the process.
 */
export function createPatternRunner(
  limitMs: number = LIMIT_MS,
  getCpuMs: () => number = getThreadCpuMs,
): PatternRunner {
  // The context is created at the first search, because creation takes a millisecond. All searches
  // share one context.
  let context: Context | undefined;
  return (pattern, text) => {
    context ??= createContext();
    Object.assign(context, { pattern, text });
    let timesSlow = 0;
    let wallMs = limitMs;
    for (;;) {
      const begun = getCpuMs();
      try {
        return SEARCH.runInContext(context, { timeout: wallMs }) as RegExpExecArray | null;
      } catch (thrown) {
        if (!isTimeout(thrown)) throw thrown;
        // `vm` limits wall-clock time, which also passes while a busy machine runs other work. A
        // paused virtual CPU may count as CPU time once, so a search is `too-slow` only after two
        // slow runs. A search that received too little CPU time runs again with a longer limit.
        if (getCpuMs() - begun >= limitMs / 2) timesSlow += 1;
        else wallMs *= 2;
        if (timesSlow === 2) return 'too-slow';
      }
    }
  };
}

/** Returns the user CPU time of this thread in milliseconds. */
function getThreadCpuMs(): number {
  return process.threadCpuUsage().user / 1000;
}

function isTimeout(thrown: unknown): boolean {
  return (thrown as NodeJS.ErrnoException).code === 'ERR_SCRIPT_EXECUTION_TIMEOUT';
}
