import { createContext, Script, type Context } from 'node:vm';

/** What a pattern found in a text; `too-slow` where the search was ended at its limit. */
type PatternResult = RegExpExecArray | null | 'too-slow';

/** Searches a text with a pattern that a user wrote. */
export type PatternRunner = (pattern: RegExp, text: string) => PatternResult;

/** Milliseconds of processor time that one search may take. */
const LIMIT_MS = 500;

const SEARCH = new Script('pattern.exec(text)');

/**
 * Runs patterns that users wrote, over texts that others sent, for no longer than a limit: a pattern
 * such as `(a+)+$` can take years, and nothing else in the process could go on meanwhile.
 */
export function patternRunner(limitMs: number = LIMIT_MS): PatternRunner {
  // Made at the first search, because it costs a millisecond, and one serves all searches.
  let context: Context | undefined;
  return (pattern, text) => {
    context ??= createContext();
    Object.assign(context, { pattern, text });
    let timesSlow = 0;
    for (;;) {
      const begun = process.threadCpuUsage();
      try {
        return SEARCH.runInContext(context, { timeout: limitMs }) as RegExpExecArray | null;
      } catch (thrown) {
        if (!isTimeout(thrown)) throw thrown;
        // The limit of `vm` is wall time: on a busy machine it passes without any work done, and a virtual
        // processor that stood still may count that time as worked, which it does not do twice.
        const { user } = process.threadCpuUsage(begun);
        if (user / 1000 >= limitMs / 2) timesSlow += 1;
        if (timesSlow === 2) return 'too-slow';
      }
    }
  };
}

function isTimeout(thrown: unknown): boolean {
  return (thrown as NodeJS.ErrnoException).code === 'ERR_SCRIPT_EXECUTION_TIMEOUT';
}
