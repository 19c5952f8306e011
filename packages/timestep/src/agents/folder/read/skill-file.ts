import { omitUndefined } from '#core';
import { posix } from 'node:path';
import type { ReportFolderProblem } from '../problem.ts';
import type { Fields } from '../text/fields.ts';
import { parseFrontMatter } from '../text/front-matter.ts';
import { reportUnknownFields } from '../text/unknown-fields.ts';
import { KNOWN_FIELDS } from './known-fields.ts';

/** The front matter of a skill in the format of agentskills.io. */
export interface SkillFile {
  readonly name: string;
  readonly description: string;
  /** Path of the `SKILL.md` in the agent's folder. The skill's other files are next to it. */
  readonly path: string;
  readonly license?: string;
  readonly compatibility?: string;
  /** Tools that the author intends for the skill, which grants no permissions. */
  readonly allowedTools?: string;
}

const LONGEST_NAME = 64;
const LONGEST_DESCRIPTION = 1024;
const LONGEST_COMPATIBILITY = 500;

/** Parses a skill with warnings for violations. Undefined without a description. */
export function parseSkillFile(
  text: string,
  path: string,
  file: string,
  report: ReportFolderProblem,
): SkillFile | undefined {
  const read = parseFrontMatter(text, file, report);
  if (!read) return undefined;
  const { fields } = read;
  reportUnknownFields(fields, KNOWN_FIELDS.skill);
  const description = fields.getText('description')?.trim();
  if (!description) {
    fields.reportMistake('description', 'is missing: say what the skill does and when to use it');
    return undefined;
  }
  if (description.length > LONGEST_DESCRIPTION) {
    fields.reportWarning('description', `is longer than ${LONGEST_DESCRIPTION} characters`);
  }
  const compatibility = fields.getText('compatibility');
  if ((compatibility?.length ?? 0) > LONGEST_COMPATIBILITY) {
    fields.reportWarning('compatibility', `is longer than ${LONGEST_COMPATIBILITY} characters`);
  }
  return omitUndefined({
    name: parseSkillNameOrFolderName(fields, posix.basename(posix.dirname(path))),
    description,
    path,
    license: fields.getText('license'),
    compatibility,
    allowedTools: parseAllowedTools(fields),
  });
}

function parseSkillNameOrFolderName(fields: Fields, folder: string): string {
  const given = fields.getText('name')?.trim();
  if (!given) {
    fields.reportWarning('name', `is missing: the name of its folder is used, ${folder}`);
    return folder;
  }
  const fault =
    findSkillNameError(given) ??
    (given.normalize('NFKC') === folder.normalize('NFKC')
      ? undefined
      : `differs from the name of its folder, ${folder}`);
  if (fault !== undefined) fields.reportWarning('name', fault);
  return given;
}

export function findSkillNameError(skillName: string): string | undefined {
  const name = skillName.normalize('NFKC');
  if (name === '') return 'is missing';
  if (Array.from(name).length > LONGEST_NAME) return `is longer than ${LONGEST_NAME} characters`;
  if (name !== name.toLowerCase() || !/^[\p{L}\p{N}-]+$/u.test(name)) {
    return 'must consist of lowercase letters, digits and hyphens';
  }
  if (name.startsWith('-') || name.endsWith('-')) return 'must not begin or end with a hyphen';
  return name.includes('--') ? 'must not have two hyphens in a row' : undefined;
}

/** Parses tool names separated by spaces, or a list, which other programs write. */
function parseAllowedTools(fields: Fields): string | undefined {
  return Array.isArray(fields.value['allowed-tools'])
    ? fields.getTexts('allowed-tools')?.join(' ')
    : fields.getText('allowed-tools');
}
