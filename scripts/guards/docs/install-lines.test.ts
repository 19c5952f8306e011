import { expect, it } from 'vitest';
import { writeInstallLines } from '../../source/install-lines.ts';
import { checkInstallLines } from './install-lines.ts';

const PACKED = 'npm install ../timestep/timestep-ai-timestep-0.1.0.tgz zod # Node';
const PUBLISHED = 'npm install @timestep-ai/timestep zod # Node';

it('switches the lines of a page both ways, and nothing else', () => {
  const other = "import { Agent } from '@timestep-ai/timestep';\nnpm install openai\n";
  expect(writeInstallLines(PUBLISHED + other, false)).toBe(PACKED + other);
  expect(writeInstallLines(PACKED + other, true)).toBe(PUBLISHED + other);
});

it('switches the line that creates a project', () => {
  const published = 'npm create @timestep-ai guide\n';
  const packed = writeInstallLines(published, false);
  expect(packed).toBe(
    'npx --package ../timestep/timestep-ai-timestep-0.1.0.tgz timestep new guide\n',
  );
  expect(writeInstallLines(packed, true)).toBe(published);
});

it('refuses a page with both', () => {
  const page = { path: 'docs/a.md', text: `${PACKED}\n${PUBLISHED}\n` };
  expect(checkInstallLines([page]).problems).toEqual([
    expect.stringContaining('docs/a.md installs a package in another way'),
  ]);
});

it('says so if no page installs anything', () => {
  expect(checkInstallLines([{ path: 'docs/a.md', text: 'npm install openai' }]).problems).toEqual([
    'no page installs a package',
  ]);
});
