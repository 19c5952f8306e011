import { posix } from 'node:path';
import type { Fields } from './fields.ts';
import { readFrontMatter } from './front-matter.ts';
import type { Report } from './problem.ts';

/** A skill that an agent can read up on, in the format of agentskills.io: here is what it is for. */
export interface SkillFile {
  readonly name: string;
  readonly description: string;
  /** Its `SKILL.md` within the folder of the agent; what the skill brings along is beside that. */
  readonly path: string;
  readonly license?: string;
  readonly compatibility?: string;
  /** Tools that its author thinks of; Timestep grants nothing because of them. */
  readonly allowedTools?: string;
}

const LONGEST_NAME = 64;
const LONGEST_DESCRIPTION = 1024;
const LONGEST_COMPATIBILITY = 500;

/**
 * Reads the front matter of a `SKILL.md`. Faults of form are reported as warnings; without a
 * description, or with front matter that cannot be read, there is a mistake and no skill.
 */
export function readSkillFile(
  text: string,
  path: string,
  file: string,
  report: Report,
): SkillFile | undefined {
  const read = readFrontMatter(text, file, report);
  if (!read) return undefined;
  const { fields } = read;
  const description = fields.text('description')?.trim();
  if (!description) {
    fields.wrong('description', 'is missing: say what the skill does and when to use it');
    return undefined;
  }
  const longest = description.length > LONGEST_DESCRIPTION;
  if (longest) fields.warn('description', `is longer than ${LONGEST_DESCRIPTION} characters`);
  const license = fields.text('license');
  const compatibility = fields.text('compatibility');
  if ((compatibility?.length ?? 0) > LONGEST_COMPATIBILITY) {
    fields.warn('compatibility', `is longer than ${LONGEST_COMPATIBILITY} characters`);
  }
  const allowedTools = toolsIn(fields);
  return {
    name: nameIn(fields, posix.basename(posix.dirname(path))),
    description,
    path,
    ...(license !== undefined && { license }),
    ...(compatibility !== undefined && { compatibility }),
    ...(allowedTools !== undefined && { allowedTools }),
  };
}

function nameIn(fields: Fields, folder: string): string {
  const given = fields.text('name')?.trim();
  if (!given) {
    fields.warn('name', `is missing: the name of its folder, ${folder}, is taken`);
    return folder;
  }
  const fault =
    faultOfSkillName(given) ??
    (given.normalize('NFKC') === folder.normalize('NFKC')
      ? undefined
      : `is not that of its folder, ${folder}`);
  if (fault !== undefined) fields.warn('name', fault);
  return given;
}

/** What the specification does not allow in the name of a skill. */
export function faultOfSkillName(written: string): string | undefined {
  const name = written.normalize('NFKC');
  if (name === '') return 'is missing';
  if (Array.from(name).length > LONGEST_NAME) return `is longer than ${LONGEST_NAME} characters`;
  if (name !== name.toLowerCase() || !/^[\p{L}\p{N}-]+$/u.test(name)) {
    return 'must be of lowercase letters, digits and hyphens';
  }
  if (name.startsWith('-') || name.endsWith('-')) return 'must not begin or end with a hyphen';
  return name.includes('--') ? 'must not have two hyphens in a row' : undefined;
}

/** A text of names between spaces; other programs also write a list. */
function toolsIn(fields: Fields): string | undefined {
  return Array.isArray(fields.value['allowed-tools'])
    ? fields.texts('allowed-tools')?.join(' ')
    : fields.text('allowed-tools');
}
