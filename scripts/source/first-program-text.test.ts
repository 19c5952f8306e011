import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { problemsOf } from './first-program-text.ts';

const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');

it('takes a page that begins with the first program, and no other', () => {
  const other = readme.replace("model: 'openai/gpt-5-mini'", "model: 'openai/gpt-4'");
  const late = `\`\`\`ts\nimport 'node:fs';\n\`\`\`\n\n${readme}`;
  const pages = [readme, other, late, ''].map((text, index) => ({ path: `${index}.md`, text }));
  expect(problemsOf(pages)).toEqual([
    '1.md does not begin with the first program',
    '2.md does not begin with the first program',
    '3.md does not begin with the first program',
  ]);
});
