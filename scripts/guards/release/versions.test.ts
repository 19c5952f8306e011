import { expect, it } from 'vitest';
import { checkRelease } from './versions.ts';

const manifest = (name: string, version: string, more: object = {}) => ({
  path: `packages/${name}/package.json`,
  text: JSON.stringify({ name: `@timestep-ai/${name}`, version, ...more }),
});
const CHANGELOG = { path: 'CHANGELOG.md', text: '# Changelog\n\n## Not released\n' };
const WORKFLOW = {
  path: '.github/workflows/release.yml',
  text: '          for name in one two; do\n',
};
const PACKED = ['packages/one', 'packages/two'];

it('accepts packages of one version that are packed and published', () => {
  const two = manifest('two', '1.0.0', {
    peerDependencies: { '@timestep-ai/one': '1.0.0', zod: '4' },
  });
  const files = [manifest('one', '1.0.0'), two, CHANGELOG, WORKFLOW];
  expect(checkRelease(files, PACKED)).toEqual({ summary: '2 packages at 1.0.0', problems: [] });
});

it('names each package that a release would leave behind', () => {
  const two = manifest('two', '1.1.0', { dependencies: { '@timestep-ai/one': '0.9.0' } });
  const files = [manifest('one', '1.0.0'), two, manifest('three', '1.0.0')];
  expect(checkRelease([...files, WORKFLOW], PACKED).problems).toEqual([
    'packages/two has version 1.1.0, not 1.0.0',
    'packages/two wants another @timestep-ai/one',
    'packages/three is not in PUBLISHED of scripts/pack.ts',
    'packages/three is not published by .github/workflows/release.yml',
    'CHANGELOG.md has no "## Not released"',
  ]);
  expect(checkRelease([], PACKED).problems).toContain('no packages');
});
