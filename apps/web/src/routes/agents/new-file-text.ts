import type { FileEdit } from '@timestep-ai/timestep/view';

/** Parts of an agent of which there may be many. */
export const NEW_PARTS = ['rule', 'reference', 'skill'] as const;

export type NewPart = (typeof NEW_PARTS)[number];

/** The file that a new part begins with; `undefined` where the name does not fit into a path. */
export function newFileOf(part: NewPart, name: string): Required<FileEdit> | undefined {
  if (!/^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(name) || name.length > 64) return undefined;
  switch (part) {
    case 'rule':
      return {
        path: `rules/${name}.mdt`,
        text: noteText(name, 'Write what the agent has to heed.'),
      };
    case 'reference':
      return {
        path: `references/${name}.mdt`,
        text: noteText(name, 'Write what the agent has to know.'),
      };
    case 'skill':
      return {
        path: `skills/${name}/SKILL.md`,
        text: `---\nname: ${name}\ndescription: Write when the skill is needed.\n---\nWrite what is to be done.\n`,
      };
  }
}

/** Until it is finished, a person has to include it. */
function noteText(name: string, text: string): string {
  return `---\nname: ${name}\ninclude: manual\n---\n${text}\n`;
}
