import { expect, it } from 'vitest';
import { packageName } from './package-name.ts';

const problemsOf = (text: string, path = 'docs/a.md') =>
  packageName([{ path, text }]).problems.length;

it.each([
  'npm install timestep zod',
  'npm i -D timestep',
  'npm install zod timestep',
  'npm install --save zod timestep@latest # Node',
  'npm i timestep@latest',
  'npm init timestep',
  'pnpm dlx timestep chat',
  'deno add npm:timestep',
  "import { Agent } from 'npm:timestep@1/core';",
  "import 'timestep';",
  'npx timestep@1 chat',
  'npx --package timestep timestep chat',
  'npx timestep chat',
  'npx -y timestep serve agent',
  'pnpm add timestep',
  'npm create timestep',
  "import { Agent } from 'timestep';",
  'import { step } from "timestep/core";',
  "const { Agent } = require('timestep');",
  "await import('timestep')",
  '[Timestep](https://www.npmjs.com/package/timestep)',
])('refuses %s', (line) => {
  expect(problemsOf(`first\n${line}\n`)).toBe(1);
});

it.each([
  'npm install @timestep-ai/timestep zod',
  'npx @timestep-ai/timestep chat',
  'npm run timestep -- chat',
  'npm install && timestep chat',
  'npm install ../timestep/timestep-ai-timestep-0.1.0.tgz zod',
  'timestep chat',
  "import { Agent } from '@timestep-ai/timestep';",
  'npm pack -w packages/timestep',
  'npm install timestep-0.2.0.tgz',
  '[Timestep](https://www.npmjs.com/package/@timestep-ai/timestep)',
])('lets %s stand', (line) => {
  expect(problemsOf(line)).toBe(0);
});

it('finds nothing wrong where it reads nothing, and says so', () => {
  expect(problemsOf('npx timestep', 'a.png')).toBe(1);
});
