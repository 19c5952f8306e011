import { basename, resolve } from 'node:path';
import { omitUndefined } from '#core';
import type { NewAgent } from '#agents/folder';
import type { AskUser, Command, OptionValues } from '../../command.ts';
import { parseOneOf } from '../../options/quantity.ts';
import { quoteShellWord } from '../../output/plain-text.ts';
import { findModel, type FoundModel } from '../../chat/first-run/find-models.ts';
import {
  getPackageDependency,
  GRADERS,
  isInTimestepProject,
  listProjectFiles,
} from './project-files.ts';
import { listStarterFiles, STARTER_SERVERS, writeMissingFiles } from './starter-files.ts';

const MODES = ['interactive', 'autonomous', 'tools'] as const;
type Mode = (typeof MODES)[number];

export const newFolder: Command = {
  usage: 'new <folder>',
  about: 'Creates a new agent that runs: its folder, a tool, a test, and a project around it.',
  more: 'Prompts for missing options in a terminal; otherwise uses defaults. Without --model, it looks for a key in the environment, then for Ollama or LM Studio on this machine. In a project that has the package already, no package.json is written. Existing files are never overwritten.',
  options: {
    name: { value: 'NAME', about: 'name of the agent (default: the name of the folder)' },
    description: { value: 'TEXT', about: 'purpose of the agent' },
    model: {
      value: 'PROVIDER/NAME',
      about: 'model (default: the first one with an API key or a local server)',
    },
    mode: {
      value: 'MODE',
      about: `${MODES.join(', ')} (default interactive: the agent talks with a user)`,
    },
    prompt: { value: 'TEXT', about: 'instructions for the model' },
    bare: {
      about: 'writes tsagent.json and prompt.md only',
    },
  },
  examples: [
    'timestep new agents/guide',
    'timestep new agents/guide --name Guide --model openai/gpt-4o-mini --prompt "Guide people."',
    'timestep new agents/nightly --mode autonomous --description "Sums up the day"',
  ],
  async run({ operand, values }, { askUser, env, version, write }) {
    const { agentExists, createAgentFolder } = await import('#agents/folder');
    const known = values.parse('mode', (given) =>
      parseOneOf(given, MODES, `invalid --mode "${given}": use ${MODES.join(', ')}`),
    );
    // The folder is checked first, so that no questions are asked if it cannot be written.
    const isFree = !(await agentExists(operand));
    const isBare = values.isSet('bare');
    const found = isBare || values.has('model') || !isFree ? undefined : await findModel(env);
    const ask = isFree ? askUser : undefined;
    const agent = await readOrAskForNewAgent(operand, values, known, ask, found);
    await createAgentFolder(operand, isBare ? agent : { ...agent, mcpServers: STARTER_SERVERS });
    const isProject = !isBare && !isInTimestepProject(operand);
    const files = {
      ...(!isBare && listStarterFiles(agent.name)),
      ...(isProject && listProjectFiles(agent.name, getPackageDependency(version))),
    };
    const written = ['tsagent.json', 'prompt.md', ...writeMissingFiles(operand, files)];
    const lines = [
      `Created the agent ${agent.name} in ${operand}: ${written.join(', ')}`,
      describeChosenModel(agent, found),
      ...(isProject ? listNextStepsOfProject(operand) : listNextStepsOfAgent(operand, !isBare)),
    ];
    write(`${lines.join('\n')}\n`);
  },
};

/** Describes which model the new agent uses, or how to choose one. */
function describeChosenModel({ model }: NewAgent, found: FoundModel | undefined): string {
  if (model === undefined)
    return 'Choose a model: set settings.model in tsagent.json, such as "openai/gpt-5-mini" with its API key in .env (see .env.example), or "ollama/llama3.2" for a model on this machine';
  if (model === found?.model) return `Its model is ${model}: ${found.because}`;
  return `Its model is ${model}: set its API key in the environment or in .env, if it needs one`;
}

/** Lists the next steps for a new project, one per line. */
function listNextStepsOfProject(folder: string): readonly string[] {
  return [
    'Next:',
    `  cd ${quoteShellWord(folder)}`,
    '  npm install',
    '  npm run chat     talks to it',
    '  npm test         runs tests/tasks.jsonl',
    '  npm start        serves it over A2A, MCP, Responses and AG-UI',
  ];
}

/** Lists the next steps for a new agent in a project, one per line. */
function listNextStepsOfAgent(folder: string, isTested: boolean): readonly string[] {
  const path = quoteShellWord(folder);
  const run = 'npx @timestep-ai/timestep';
  const test = `${run} run --tasks ${path}/tests/tasks.jsonl --agent folder:${path} --outdir ${path}/runs/first --graders "${GRADERS}"`;
  return [
    `Talk to it:  ${run} chat ${path}`,
    `Serve it:    ${run} serve ${path}`,
    ...(isTested ? [`Test it:     ${test}`] : []),
  ];
}

async function readOrAskForNewAgent(
  folder: string,
  values: OptionValues,
  known: Mode | undefined,
  ask: AskUser | undefined,
  found: FoundModel | undefined,
): Promise<NewAgent> {
  const getOrAsk = async (name: string, question: string): Promise<string | undefined> =>
    values.text(name) ?? ((await ask?.(question)) || undefined);
  const standard = basename(resolve(folder));
  const name = (await getOrAsk('name', `Name [${standard}]: `)) ?? standard;
  const description = await getOrAsk('description', 'Description: ');
  const shown = found?.model ?? 'from the environment';
  const model = (await getOrAsk('model', `Model, as provider/name [${shown}]: `)) ?? found?.model;
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
