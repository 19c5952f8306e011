import type { Reporter } from 'vitest/node';

/**
 * Describes the tests that a run of these projects skips; empty if the user selected certain tests.
 */
export function describeSkippedTests(
  projects: ReadonlySet<string>,
  files: readonly string[],
): string {
  if (projects.has('long') || !projects.has('unit') || !projects.has('integration')) return '';
  const list = files.map((file) => `  ${file}`).join('\n');
  return `NOT RUN here, but by "npm run test:long", in some minutes:\n${list}\n`;
}

/** Prints, at the end of `npm test`, which tests belong to the long tests. */
export function createSkippedTestsReporter(files: readonly string[]): Reporter {
  return {
    onTestRunEnd(modules) {
      const projects = new Set(modules.map(({ project }) => project.name));
      process.stdout.write(describeSkippedTests(projects, files));
    },
  };
}
