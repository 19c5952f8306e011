/** An instruction of a Dockerfile, in one line. */
export interface Instruction {
  readonly name: string;
  readonly text: string;
}

/** Lists the instructions of a Dockerfile, without comments. */
export function listInstructions(dockerfile: string): readonly Instruction[] {
  return dockerfile
    .replaceAll(/^\s*#.*\n/gm, '')
    .replaceAll(/\\\n/g, ' ')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const [, name = '', text = ''] = /^(\w+)\s+(.*)$/.exec(line.trim()) ?? [];
      return { name: name.toUpperCase(), text };
    });
}

/** Parses `["a", "b"]`. Throws for the form that a shell runs, which does not pass on signals. */
export function parseExecForm({ name, text }: Instruction): readonly string[] {
  if (!text.startsWith('[')) throw new Error(`${name} must be a list of texts: ${text}`);
  return JSON.parse(text) as readonly string[];
}
