import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files that take a minute or so, though they are short. */
export const SLOW: readonly string[] = [
  'packages/embedder/src/embedder.test.ts',
  'test/browser/web-routes.test.ts',
  'test/crash/crash.test.ts',
  'test/crash/orchestra/orchestra-crash.test.ts',
  'test/interop/kill/kill.test.ts',
  'test/interop/processes/processes.test.ts',
  'test/temporal/server/crash.test.ts',
  'test/temporal/server/culprits.test.ts',
  'test/temporal/server/doors.test.ts',
  'test/temporal/server/innocent.test.ts',
  'test/temporal/server/long-task.test.ts',
  'test/temporal/server/orchestra-crash.test.ts',
];

/**
 * Begins with slow files where no earlier run has shown which are slow, so that at the end no worker goes on while others have
 * nothing to do. Vitest alone would begin with large files.
 */
export class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // oxlint-disable-next-line unicorn/no-array-sort -- no array
    const sorted = await super.sort(files);
    const projects = [...new Set(sorted.map(({ project }) => project))];
    return projects.flatMap((project) => {
      const own = sorted.filter((file) => file.project === project);
      return [...own.filter(isSlow), ...own.filter((file) => !isSlow(file))];
    });
  }
}

function isSlow({ moduleId }: TestSpecification): boolean {
  return SLOW.some((path) => moduleId.endsWith(`/${path}`));
}
