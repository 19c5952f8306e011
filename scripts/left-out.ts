import type { Reporter } from 'vitest/node';

/** What a run of tests of these projects leaves out, in words; nothing where somebody chose some. */
export function leftOutOf(projects: ReadonlySet<string>, files: readonly string[]): string {
  if (projects.has('long') || !projects.has('unit') || !projects.has('integration')) return '';
  const list = files.map((file) => `  ${file}`).join('\n');
  return `NOT RUN here, but by "npm run test:long", in some minutes:\n${list}\n`;
}

/** Says at the end of `npm test` what it leaves to the long tests. */
export function sayWhatIsLeftOut(files: readonly string[]): Reporter {
  return {
    onTestRunEnd(modules) {
      const projects = new Set(modules.map(({ project }) => project.name));
      process.stdout.write(leftOutOf(projects, files));
    },
  };
}
