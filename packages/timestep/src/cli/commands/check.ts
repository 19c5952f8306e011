import type { Checked, FolderProblem } from '../../folder/index.ts';
import { EXIT, isSet, JSON_OPTION, type Command, type Exit } from '../command.ts';
import { usage } from '../command-error.ts';
import { plainText } from '../plain-text.ts';
import { counted } from '../quantity.ts';

export const checkFolders: Command = {
  words: ['check'],
  operand: '<path>',
  isRepeated: true,
  about: 'Finds all that is wrong with the files of agents and skills, at once.',
  more: 'A path is an agent (a folder, a .yaml or .md file), a SKILL.md, or a folder with any of them below it. Nothing is started, and no secret is read. Mistakes make it exit with 1; warnings do not.',
  options: {
    json: JSON_OPTION,
    'server-json': {
      type: 'boolean',
      about: 'write the server.json with which one agent is published in the MCP registry',
    },
  },
  examples: [
    'timestep check agents/guide',
    'timestep check agents .claude/agents .agents/skills',
    'timestep check agents --json',
    'timestep check agents/guide --server-json > server.json',
  ],
  async run({ operands, values }, { env, write, complain }) {
    if (isSet(values, 'server-json')) return writeServerJson(operands, write, complain);
    const { checkAgents, problemText } = await import('../../folder/index.ts');
    const found = operands.flatMap((path) => checkAgents(path, env));
    const checked = [...new Map(found.map((one) => [one.path, one])).values()];
    const problems = checked.flatMap((one) => one.problems);
    const [mistakes, warnings] = [numberOf(problems, 'mistake'), numberOf(problems, 'warning')];
    if (isSet(values, 'json')) {
      write(`${JSON.stringify({ checked, mistakes, warnings }, undefined, 2)}\n`);
    } else {
      const lines = problems.map((each) => `${each.severity}: ${plainText(problemText(each))}`);
      const counts = `${counted(mistakes, 'mistake')}, ${counted(warnings, 'warning')}`;
      write([...lines, `${looked(checked)}: ${counts}`, ''].join('\n'));
    }
    return mistakes === 0 ? EXIT.fine : EXIT.failed;
  },
};

async function writeServerJson(
  [path = '', ...others]: readonly string[],
  write: (text: string) => void,
  complain: (text: string) => void,
): Promise<Exit> {
  if (others.length > 0) throw usage('--server-json is about one agent: name one path');
  const { problemText, registryEntry } = await import('../../folder/index.ts');
  const { entry, problems } = registryEntry(path);
  for (const each of problems) complain(`${each.severity}: ${plainText(problemText(each))}`);
  if (!entry) return EXIT.failed;
  write(`${JSON.stringify(entry, undefined, 2)}\n`);
  return EXIT.fine;
}

function numberOf(problems: readonly FolderProblem[], severity: FolderProblem['severity']): number {
  return problems.filter((problem) => problem.severity === severity).length;
}

function looked(checked: readonly Checked[]): string {
  const kinds = ['agent', 'skill'] as const;
  const counts = kinds.map(
    (kind) => [checked.filter((one) => one.kind === kind).length, kind] as const,
  );
  return counts.flatMap(([count, kind]) => (count === 0 ? [] : [counted(count, kind)])).join(', ');
}
