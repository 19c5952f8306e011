import type { FileEdit } from '@timestep-ai/timestep/view';

export const NEW_PARTS = ['rule', 'reference', 'skill'] as const;

export type NewPart = (typeof NEW_PARTS)[number];

/** Undefined if the name is not valid in a path. */
export function createNewFile(part: NewPart, name: string): Required<FileEdit> | undefined {
  if (!/^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(name) || name.length > 64) return undefined;
  switch (part) {
    case 'rule':
      return {
        path: `rules/${name}.mdt`,
        text: formatNote(name, 'Write the rule here.'),
      };
    case 'reference':
      return {
        path: `references/${name}.mdt`,
        text: formatNote(name, 'Write the reference here.'),
      };
    case 'skill':
      return {
        path: `skills/${name}/SKILL.md`,
        text: `---\nname: ${name}\ndescription: Describe when to use the skill.\n---\nWrite the instructions here.\n`,
      };
  }
}

/** With `include: manual`, an unfinished note is used only if a user includes it. */
function formatNote(name: string, text: string): string {
  return `---\nname: ${name}\ninclude: manual\n---\n${text}\n`;
}
