import { basename, resolve } from 'node:path';
import { omitUndefined } from '#core';
import type { NewAgent } from '#agents/folder';
import type { AskUser, Command, OptionValues } from '../../command.ts';
import { parseOneOf } from '../../options/quantity.ts';

const MODES = ['interactive', 'autonomous', 'tools'] as const;
type Mode = (typeof MODES)[number];

export const newFolder: Command = {
  usage: 'new <folder>',
  about: 'Creates the folder of a new agent.',
  more: 'Prompts for missing options in a terminal; otherwise uses defaults. Existing files are never overwritten.',
  options: {
    name: { value: 'NAME', about: 'name of the agent (default: the name of the folder)' },
    description: { value: 'TEXT', about: 'purpose of the agent' },
    model: {
      value: 'PROVIDER/NAME',
      about: 'model (default: from the environment, such as OPENAI_MODEL)',
    },
    mode: {
      value: 'MODE',
      about: `${MODES.join(', ')} (default interactive: the agent talks with a user)`,
    },
    prompt: { value: 'TEXT', about: 'instructions for the model' },
  },
  examples: [
    'timestep new agents/guide',
    'timestep new agents/guide --name Guide --model openai/gpt-4o-mini --prompt "Guide people."',
    'timestep new agents/nightly --mode autonomous --description "Sums up the day"',
  ],
  async run({ operand, values }, { askUser, write }) {
    const { agentExists, createAgentFolder } = await import('#agents/folder');
    const known = values.parse('mode', (given) =>
      parseOneOf(given, MODES, `invalid --mode "${given}": use ${MODES.join(', ')}`),
    );
    // The folder is checked first, so that no questions are asked if it cannot be written.
    const isFree = !(await agentExists(operand));
    const agent = await readOrAskForNewAgent(operand, values, known, isFree ? askUser : undefined);
    await createAgentFolder(operand, agent);
    const next = [
      `Created the agent ${agent.name} in ${operand}. Edit prompt.md, rules/ and tsagent.json.`,
      `Serve it with: timestep serve ${operand}`,
    ];
    write(`${next.join('\n')}\n`);
  },
};

async function readOrAskForNewAgent(
  folder: string,
  values: OptionValues,
  known: Mode | undefined,
  ask: AskUser | undefined,
): Promise<NewAgent> {
  const getOrAsk = async (name: string, question: string): Promise<string | undefined> =>
    values.text(name) ?? ((await ask?.(question)) || undefined);
  const standard = basename(resolve(folder));
  const name = (await getOrAsk('name', `Name [${standard}]: `)) ?? standard;
  const description = await getOrAsk('description', 'Description: ');
  const model = await getOrAsk('model', 'Model, as provider/name [from the environment]: ');
  const mode = known ?? (ask && (await askForMode(ask)));
  const prompt = await getOrAsk('prompt', 'Instructions for the model: ');
  const purpose = description === undefined ? '' : ` ${description}`;
  return {
    ...omitUndefined({ name, description, model, mode }),
    prompt: prompt ?? `You are ${name}.${purpose}`,
  };
}

async function askForMode(ask: AskUser): Promise<Mode> {
  for (;;) {
    const answer = await ask(`Mode: ${MODES.join(', ')} [interactive]: `);
    const mode = MODES.find((one) => one === (answer || 'interactive'));
    if (mode) return mode;
  }
}
