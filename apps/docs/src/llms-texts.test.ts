import { expect, it } from 'vitest';
import { createLlmsTexts } from './llms-texts.ts';

const PAGES: Readonly<Record<string, string>> = {
  index: '# Timestep\n\nRuns agents. Nothing is lost.\n',
  'build/tools': '# Tools\n\nA tool is\na function. More.\n\n## Errors\n\nText.\n',
};

it('lists all pages by section, and gives each as it is written', () => {
  const files = createLlmsTexts(
    [
      { title: 'Start', pages: [['index', 'What it is']] },
      { title: 'Build', pages: [['build/tools', 'Tools']] },
    ],
    (path) => PAGES[path] ?? '',
  );
  expect(files.map(({ path }) => path)).toEqual([
    'llms.txt',
    'llms-full.txt',
    'index.md',
    'build/tools.md',
  ]);
  expect(files[0]?.text).toBe(`# Timestep

> Runs agents.

## Start

- [What it is](/index.md): Runs agents.

## Build

- [Tools](/build/tools.md): A tool is a function.
`);
  expect(files[1]?.text).toContain('# Timestep\n\nRuns agents. Nothing is lost.\n\n# Tools');
  expect(files[3]?.text).toBe(PAGES['build/tools']);
});
