import { expect, it } from 'vitest';
import { describeSkippedTests } from './left-out.ts';

it('says what a run leaves to the long tests, and how to run them', () => {
  const projects = new Set(['unit', 'integration']);
  expect(describeSkippedTests(projects, ['test/a.test.ts', 'test/b/**'])).toBe(
    'NOT RUN here, but by "npm run test:long", in some minutes:\n  test/a.test.ts\n  test/b/**\n',
  );
});

it.each([
  ['all is run', ['unit', 'integration', 'long']],
  ['tests beside the source were chosen', ['unit']],
  ['tests of another folder were chosen', ['integration']],
])('says nothing where %s', (_name, projects) => {
  expect(describeSkippedTests(new Set(projects), ['test/a.test.ts'])).toBe('');
});
