import { basename, resolve } from 'node:path';
import type { NewAgent } from '../../folder/index.ts';
import { EXIT, textOf, type Ask, type Command, type OptionValues } from '../command.ts';
import { usage } from '../command-error.ts';

const MODES = ['interactive', 'autonomous', 'tools'] as const;
type Mode = (typeof MODES)[number];

export const newFolder: Command = {
  words: ['new'],
  operand: '<folder>',
  about: 'Writes the folder of a new agent.',
  more: 'What no option says is asked for on a terminal, and left to its default elsewhere. It never overwrites a file.',
  options: {
    name: { type: 'string', value: 'NAME', about: 'default: the name of the folder' },
    description: { type: 'string', value: 'TEXT', about: 'what the agent is for' },
    model: {
      type: 'string',
      value: 'PROVIDER/NAME',
      about: 'default: what the environment asks for, as OPENAI_MODEL',
    },
    mode: {
      type: 'string',
      value: 'MODE',
      about: `${MODES.join(', ')}; default interactive, which works with a person`,
    },
    prompt: { type: 'string', value: 'TEXT', about: 'the instructions for the model' },
  },
  examples: [
    'timestep new agents/guide',
    'timestep new agents/guide --name Guide --model openai/gpt-4o-mini --prompt "Guide people."',
    'timestep new agents/nightly --mode autonomous --description "Sums up the day"',
  ],
  async run({ operand, values }, { ask, write }) {
    const { agentExists, createAgentFolder } = await import('../../folder/index.ts');
    const known = modeIn(textOf(values, 'mode'));
    // Questions are for nothing where the folder cannot be written.
    const isFree = !(await agentExists(operand));
    const agent = await agentFrom(operand, values, known, isFree ? ask : undefined);
    await createAgentFolder(operand, agent);
    const next = [
      `${operand} holds the agent ${agent.name}: edit prompt.md, rules/ and tsagent.json.`,
      `Serve it with: timestep serve ${operand}`,
    ];
    write(`${next.join('\n')}\n`);
    return EXIT.fine;
  },
};

async function agentFrom(
  folder: string,
  values: OptionValues,
  known: Mode | undefined,
  ask: Ask | undefined,
): Promise<NewAgent> {
  const asked = async (name: string, question: string): Promise<string | undefined> =>
    textOf(values, name) ?? ((await ask?.(question)) || undefined);
  const standard = basename(resolve(folder));
  const name = (await asked('name', `Name [${standard}]: `)) ?? standard;
  const description = await asked('description', 'What is it for? ');
  const model = await asked('model', 'Model, as provider/name [as the environment says]: ');
  const mode = known ?? (ask && (await askedMode(ask)));
  const prompt = await asked('prompt', 'Instructions for the model: ');
  return {
    name,
    ...(description !== undefined && { description }),
    ...(model !== undefined && { model }),
    ...(mode !== undefined && { mode }),
    prompt: prompt ?? `You are ${name}.${description === undefined ? '' : ` ${description}`}`,
  };
}

async function askedMode(ask: Ask): Promise<Mode> {
  for (;;) {
    const answer = await ask(`Mode: ${MODES.join(', ')} [interactive]: `);
    const mode = MODES.find((one) => one === (answer || 'interactive'));
    if (mode) return mode;
  }
}

function modeIn(given: string | undefined): Mode | undefined {
  const mode = MODES.find((one) => one === given);
  if (given === undefined || mode) return mode;
  throw usage(`--mode "${given}" is not a mode: give ${MODES.join(', ')}`);
}
