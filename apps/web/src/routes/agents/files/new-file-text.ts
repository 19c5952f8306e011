import type { FileEdit } from '@timestep-ai/timestep/view';

export const NEW_PARTS = ['rule', 'reference', 'skill'] as const;

export type NewPart = (typeof NEW_PARTS)[number];

/** Creates the text of a new agent file; undefined if its name is not valid in a path. */
export function createNewFileEdit(part: NewPart, name: string): Required<FileEdit> | undefined {
  if (!/^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(name) || name.length > 64) return undefined;
  if (part === 'skill') {
    return {
      path: `skills/${name}/SKILL.md`,
      text: `---\nname: ${name}\ndescription: Describe when to use the skill.\n---\nWrite the instructions here.\n`,
    };
  }
  return {
    path: `${part}s/${name}.mdt`,
    // With `include: manual`, an unfinished note is used only if a user includes it.
    text: `---\nname: ${name}\ninclude: manual\n---\nWrite the ${part} here.\n`,
  };
}
