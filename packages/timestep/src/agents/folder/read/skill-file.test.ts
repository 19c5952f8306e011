import { expect, it } from 'vitest';
import { createProblemCollector, formatProblem } from '../problem.ts';
import { findSkillNameError, parseSkillFile } from './skill-file.ts';

function reading(text: string, folder = 'pdf-processing') {
  const { problems, report } = createProblemCollector();
  const skill = parseSkillFile(text, `skills/${folder}/SKILL.md`, 'SKILL.md', report);
  return { skill, said: problems.map((each) => `${each.severity} ${formatProblem(each)}`) };
}

// The examples and bounds of the specification of agentskills.io, "name field".
it.each([
  ['pdf-processing', undefined],
  ['data-analysis', undefined],
  ['code-review', undefined],
  ['a', undefined],
  ['a1-2b', undefined],
  ['été', undefined],
  ['技能', undefined],
  ['a'.repeat(64), undefined],
  ['a'.repeat(65), 'is longer than 64 characters'],
  ['PDF-Processing', 'must consist of lowercase letters, digits and hyphens'],
  ['pdf_processing', 'must consist of lowercase letters, digits and hyphens'],
  ['pdf processing', 'must consist of lowercase letters, digits and hyphens'],
  ['pdf.processing', 'must consist of lowercase letters, digits and hyphens'],
  ['-pdf', 'must not begin or end with a hyphen'],
  ['pdf-', 'must not begin or end with a hyphen'],
  ['pdf--processing', 'must not have two hyphens in a row'],
  ['', 'is missing'],
])('judges the name %j of a skill', (name, fault) => {
  expect(findSkillNameError(name)).toBe(fault);
});

it('reads what a skill says about itself', () => {
  const { skill, said } = reading(
    '---\nname: pdf-processing\ndescription: Fills forms.\nlicense: MIT\ncompatibility: Needs git\nmetadata:\n  version: "1.0"\nallowed-tools: Bash(git:*) Read\n---\n# Use\n',
  );
  expect(said).toEqual([]);
  expect(skill).toEqual({
    name: 'pdf-processing',
    description: 'Fills forms.',
    path: 'skills/pdf-processing/SKILL.md',
    license: 'MIT',
    compatibility: 'Needs git',
    allowedTools: 'Bash(git:*) Read',
  });
});

it.each([
  ['no name', 'description: d', 'warning SKILL.md:2 name is missing: the name of its folder'],
  [
    'another name',
    'name: pdf\ndescription: d',
    'warning SKILL.md:2 name differs from the name of its folder',
  ],
  ['a bad name', 'name: PDF\ndescription: d', 'warning SKILL.md:2 name must consist of lowercase'],
  [
    'a long description',
    `name: pdf-processing\ndescription: ${'d'.repeat(1025)}`,
    'warning SKILL.md:3 description is longer than 1024 characters',
  ],
  [
    'a colon',
    'name: pdf-processing\ndescription: Use this skill when: the user asks about PDFs',
    'warning SKILL.md:3 description is not valid YAML without quotes',
  ],
  [
    'a list of tools',
    'name: x\ndescription: d\nallowed-tools: [Read, Bash]',
    'warning SKILL.md:2 name differs from',
  ],
])('loads a skill with %s, and warns', (_, matter, warning) => {
  const { skill, said } = reading(`---\n${matter}\n---\nx`);
  expect(skill).toBeDefined();
  expect(said).toEqual([expect.stringContaining(warning)]);
});

it.each([
  ['no description', '---\nname: pdf-processing\n---\nx', 'SKILL.md:2 description is missing'],
  ['no front matter', '# Title', 'SKILL.md:1 description is missing'],
  ['a description of spaces', '---\ndescription: " "\n---\nx', 'SKILL.md:2 description is missing'],
  ['front matter that is none', '---\n- [\n---\nx', 'SKILL.md:2'],
])('refuses a skill with %s', (_, text, mistake) => {
  const { skill, said } = reading(text);
  expect(skill).toBeUndefined();
  expect(said.at(-1)).toContain(`mistake ${mistake}`);
});
