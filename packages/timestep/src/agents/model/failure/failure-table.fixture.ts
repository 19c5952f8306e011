import type { FailureRow } from './failure-row.fixture.ts';
import { HOSTED_PROVIDER_FAILURES } from './hosted-provider-failures.fixture.ts';
import { LARGE_PROVIDER_FAILURES } from './large-provider-failures.fixture.ts';
import { OTHER_PROVIDER_FAILURES } from './other-provider-failures.fixture.ts';

/** Error responses by provider. `failure-rules.ts` says in which order its rules are tried. */
export const FAILURE_TABLE: readonly FailureRow[] = [
  ...LARGE_PROVIDER_FAILURES,
  ...HOSTED_PROVIDER_FAILURES,
  ...OTHER_PROVIDER_FAILURES,
];
