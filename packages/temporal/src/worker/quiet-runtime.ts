import { DefaultLogger, Runtime } from '@temporalio/worker';

/** Temporal's own words, from warnings on. */
export const quietLogger: DefaultLogger = new DefaultLogger('WARN');

/** Sets up Temporal's runtime for this process, unless somebody has: there can be only one. */
export function quietRuntime(): void {
  try {
    Runtime.install({ logger: quietLogger });
  } catch (thrown) {
    if (!(thrown instanceof Error && thrown.name === 'IllegalStateError')) throw thrown;
  }
}
