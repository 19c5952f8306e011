import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { extractSchemaText } from '@timestep-ai/timestep/relevance';
import { parseCsv } from './csv.ts';
import { readOwnFolder, type OwnFolder } from './own-folder.ts';
import type { Question, QuestionSet, Tool } from './question-set.ts';

const BFCL_KINDS = ['simple_python', 'multiple', 'parallel', 'parallel_multiple'];
const RELEVANCE_FILES = [
  ...['plugin_des.json', 'questions.csv', 'multi_tool_query_golden.json'].map(
    (name) => `metatool/${name}`,
  ),
  ...['tools.json', 'questions.json'].map((name) => `livemcpbench/${name}`),
];
const BFCL_FILES = BFCL_KINDS.flatMap((kind) => [
  `BFCL_v4_${kind}.json`,
  `possible_answer/BFCL_v4_${kind}.json`,
]);

/**
 * Reads the sets of a folder that has `relevance/` and `bfcl-v4/`, or of a folder `relevance` with
 * `bfcl-v4` in it or beside it. If files are missing, throws an error that names each of them.
 */
export function readData(folder: string | undefined): QuestionSet[] {
  return readAllData(folder).sets;
}

/** Reads the sets, and the folder of rules if it is there. Throws as `readData` does. */
export function readAllData(folder: string | undefined): {
  readonly sets: QuestionSet[];
  readonly own: OwnFolder | undefined;
} {
  if (folder === undefined) {
    throw new Error(
      'the suite relevance reads questions of others, which are not part of this repository: pass ' +
        '--data with a folder that holds relevance/metatool, relevance/livemcpbench and bfcl-v4',
    );
  }
  const inside = join(folder, 'relevance');
  const relevance = existsSync(inside) ? inside : folder;
  const places = [join(folder, 'bfcl-v4'), join(resolve(relevance), '..', 'bfcl-v4')];
  const bfcl = places.find((place) => existsSync(place)) ?? join(folder, 'bfcl-v4');
  const needed = [
    ...RELEVANCE_FILES.map((name) => join(relevance, name)),
    ...BFCL_FILES.map((name) => join(bfcl, name)),
  ];
  const missing = needed.filter((path) => !existsSync(path));
  if (missing.length > 0) {
    throw new Error(`files of the suite relevance are missing:\n  ${missing.join('\n  ')}`);
  }
  const sets = [
    ...metatoolSets(join(relevance, 'metatool')),
    livemcpbenchSet(join(relevance, 'livemcpbench')),
    readBfclSet(bfcl),
  ];
  return { sets, own: readOwnFolder(relevance) };
}

function metatoolSets(folder: string): QuestionSet[] {
  const descriptions = readJson(join(folder, 'plugin_des.json')) as Record<string, string>;
  const tools = Object.entries(descriptions).map(([name, description]): Tool => ({
    name,
    description,
    text: '',
  }));
  const one = parseCsv(readText(join(folder, 'questions.csv'))).map(
    ({ Query: text = '', Tool: tool = '' }): Question => ({ text, wanted: [tool] }),
  );
  const golden = readJson(join(folder, 'multi_tool_query_golden.json')) as readonly {
    readonly query: string;
    readonly tool: readonly string[];
  }[];
  const many = golden.map(({ query, tool }) => ({ text: query, wanted: removeDuplicates(tool) }));
  return [
    { name: 'metatool-one', tools, questions: removeUnknownTools(one, tools) },
    { name: 'metatool-many', tools, questions: removeUnknownTools(many, tools) },
  ];
}

function livemcpbenchSet(folder: string): QuestionSet {
  const listed = readJson(join(folder, 'tools.json')) as readonly {
    readonly name: string;
    readonly description?: string;
    readonly inputSchema?: unknown;
  }[];
  const tools = listed.map(({ name, description = '', inputSchema }) => ({
    name,
    description,
    text: extractSchemaText(inputSchema),
  }));
  const asked = readJson(join(folder, 'questions.json')) as readonly {
    readonly question: string;
    readonly tools: readonly string[];
  }[];
  const questions = asked.map((each) => ({
    text: each.question,
    wanted: removeDuplicates(each.tools),
  }));
  return { name: 'livemcpbench', tools, questions: removeUnknownTools(questions, tools) };
}

interface BfclTask {
  readonly question: readonly (readonly { readonly role: string; readonly content: string }[])[];
  readonly function: readonly {
    readonly name: string;
    readonly description: string;
    readonly parameters: unknown;
  }[];
}

interface BfclAnswer {
  readonly ground_truth: readonly Readonly<Record<string, unknown>>[];
}

/** Reads the functions of all tasks together, each name once. */
function readBfclSet(folder: string): QuestionSet {
  const tools = new Map<string, Tool>();
  const questions: Question[] = [];
  for (const kind of BFCL_KINDS) {
    const tasks = readJsonLines(join(folder, `BFCL_v4_${kind}.json`)) as readonly BfclTask[];
    const answers = readJsonLines(
      join(folder, `possible_answer/BFCL_v4_${kind}.json`),
    ) as readonly BfclAnswer[];
    for (const [at, task] of tasks.entries()) {
      for (const { name, description, parameters } of task.function) {
        if (!tools.has(name))
          tools.set(name, { name, description, text: extractSchemaText(parameters) });
      }
      const said = task.question.flat().filter(({ role }) => role === 'user');
      const wanted = removeDuplicates(
        (answers[at]?.ground_truth ?? []).flatMap((call) => Object.keys(call)),
      );
      questions.push({ text: said.map(({ content }) => content).join('\n'), wanted });
    }
  }
  const all = [...tools.values()];
  return { name: 'bfcl', tools: all, questions: removeUnknownTools(questions, all) };
}

/**
 * Removes correct tools that are not in the pool, and questions without any remaining correct tool.
 */
function removeUnknownTools(questions: readonly Question[], tools: readonly Tool[]): Question[] {
  const names = new Set(tools.map(({ name }) => name));
  return questions
    .map(({ text, wanted }) => ({ text, wanted: wanted.filter((name) => names.has(name)) }))
    .filter(({ wanted }) => wanted.length > 0);
}

function removeDuplicates(names: readonly string[]): string[] {
  return [...new Set(names)];
}

function readText(path: string): string {
  return readFileSync(path, 'utf8');
}

function readJson(path: string): unknown {
  return JSON.parse(readText(path));
}

function readJsonLines(path: string): unknown[] {
  const lines = readText(path).split('\n');
  return lines.filter((line) => line.trim() !== '').map((line): unknown => JSON.parse(line));
}
