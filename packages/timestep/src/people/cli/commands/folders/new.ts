import { basename, resolve } from 'node:path';
import { omitUndefined } from '#core';
import type { NewAgent } from '#agents/folder';
import type { AskUser, Command, OptionValues } from '../../command.ts';
import { parseOneOf } from '../../options/quantity.ts';
import { quoteShellWord } from '../../output/plain-text.ts';
import { listStarterFiles, writeMissingFiles } from './starter-files.ts';

const MODES = ['interactive', 'autonomous', 'tools'] as const;
type Mode = (typeof MODES)[number];

export const newFolder: Command = {
  usage: 'new <folder>',
  about: 'Creates the folder of a new agent, with a rule and a test.',
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
    bare: {
      about: 'writes tsagent.json and prompt.md only, without a rule, a test and .env.example',
    },
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
    const starters = values.isSet('bare') ? {} : listStarterFiles(agent.name);
    const written = ['tsagent.json', 'prompt.md', ...writeMissingFiles(operand, starters)];
    const lines = [
      `Created the agent ${agent.name} in ${operand}: ${written.join(', ')}`,
      ...listNextSteps(operand, agent, !values.isSet('bare')),
    ];
    write(`${lines.join('\n')}\n`);
  },
};

/** Lists what to do next, a line each. */
function listNextSteps(folder: string, { model }: NewAgent, isTested: boolean): readonly string[] {
  const path = quoteShellWord(folder);
  const key = isTested ? ' (see .env.example)' : '';
  return [
    model === undefined
      ? `Choose a model: set settings.model in tsagent.json, such as "openai/gpt-5-mini" or "ollama/llama3.2", and its API key in .env${key}`
      : `Set the API key of ${model} in the environment or in .env${key}`,
    `Talk to it:  timestep chat ${path}`,
    `Serve it:    timestep serve ${path}`,
    ...(isTested
      ? [
          `Test it:     timestep run --tasks ${path}/tests/tasks.jsonl --agent folder:${path} --outdir ${path}/runs/first`,
        ]
      : []),
  ];
}

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
