import { createContext, Script, type Context } from 'node:vm';

type PatternResult = RegExpExecArray | null | 'too-slow';

/** Searches a text with a pattern of a user. `too-slow` means that the time limit was reached. */
export type PatternRunner = (pattern: RegExp, text: string) => PatternResult;

/** Maximum CPU time of one search in milliseconds. */
const LIMIT_MS = 500;

/** Limits the time of searches: a pattern such as `(a+)+$` can take years and block the process. */
export function createPatternRunner(
  limitMs: number = LIMIT_MS,
  getCpuMs: () => number = getThreadCpuMs,
): PatternRunner {
  // All searches share one `vm` context and script, because creating them takes a millisecond.
  let context: Context | undefined;
  let search: Script | undefined;
  return (pattern, text) => {
    context ??= createContext();
    search ??= new Script('pattern.exec(text)');
    Object.assign(context, { pattern, text });
    let timesSlow = 0;
    let wallMs = limitMs;
    for (;;) {
      const begun = getCpuMs();
      try {
        return search.runInContext(context, { timeout: wallMs }) as RegExpExecArray | null;
      } catch (thrown) {
        if (!isScriptTimeout(thrown)) throw thrown;
        // A search is `too-slow` only after two slow runs, because the machine may run other work.
        if (getCpuMs() - begun >= limitMs / 2) timesSlow += 1;
        else wallMs *= 2;
        if (timesSlow === 2) return 'too-slow';
      }
    }
  };
}

function getThreadCpuMs(): number {
  return process.threadCpuUsage().user / 1000;
}

function isScriptTimeout(thrown: unknown): boolean {
  return (thrown as NodeJS.ErrnoException).code === 'ERR_SCRIPT_EXECUTION_TIMEOUT';
}
