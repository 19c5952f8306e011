import { createContext, Script, type Context } from 'node:vm';

/** What a pattern found in a text; `too-slow` where the search was ended at its limit. */
type PatternResult = RegExpExecArray | null | 'too-slow';

/** Searches a text with a pattern that a user wrote. */
export type PatternRunner = (pattern: RegExp, text: string) => PatternResult;

/** Milliseconds of processor time that one search may take. */
const LIMIT_MS = 500;

const SEARCH = new Script('pattern.exec(text)');

/**
 * Runs patterns that users wrote, over texts that others sent, for a limited time: a pattern such
 * as `(a+)+$` can take years, and would block the process meanwhile.
 */
export function patternRunner(
  limitMs: number = LIMIT_MS,
  processorMs: () => number = threadMs,
): PatternRunner {
  // Made at the first search, because it costs a millisecond; one context serves all searches.
  let context: Context | undefined;
  return (pattern, text) => {
    context ??= createContext();
    Object.assign(context, { pattern, text });
    let timesSlow = 0;
    let wallMs = limitMs;
    for (;;) {
      const begun = processorMs();
      try {
        return SEARCH.runInContext(context, { timeout: wallMs }) as RegExpExecArray | null;
      } catch (thrown) {
        if (!isTimeout(thrown)) throw thrown;
        // The limit of `vm` is wall time, which also passes while a busy machine does no work. A
        // virtual processor that stood still may count that time as work once, so a search is too
        // slow only when it was slow twice. A search that had too little of the processor has longer.
        if (processorMs() - begun >= limitMs / 2) timesSlow += 1;
        else wallMs *= 2;
        if (timesSlow === 2) return 'too-slow';
      }
    }
  };
}

/** Milliseconds of processor time that this thread has used. */
function threadMs(): number {
  return process.threadCpuUsage().user / 1000;
}

function isTimeout(thrown: unknown): boolean {
  return (thrown as NodeJS.ErrnoException).code === 'ERR_SCRIPT_EXECUTION_TIMEOUT';
}
