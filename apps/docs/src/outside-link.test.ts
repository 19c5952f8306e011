import { expect, it } from 'vitest';
import { resolveOutsideLink } from './outside-link.ts';

it('turns links out of docs/ into addresses of the repository', () => {
  const repository = 'https://github.com/timestep-ai/timestep/blob/main';
  expect(resolveOutsideLink('build/tools.md', '../../design/tools.md#calls')).toBe(
    `${repository}/design/tools.md#calls`,
  );
  expect(resolveOutsideLink('tutorial.md', '../README.md')).toBe(`${repository}/README.md`);
});

it('leaves links to pages, anchors and other sites alone', () => {
  const links = ['../providers.md', 'mcp.md#tools', '#here', 'https://example.com', 'mailto:a@b.c'];
  expect(links.map((link) => resolveOutsideLink('build/tools.md', link))).toEqual(
    links.map(() => undefined),
  );
});
