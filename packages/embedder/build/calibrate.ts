/**
 * Fits the weights of `engine/relevance/meaning.ts` to the folders of `calibration/`. Each question
 * is also asked in every other folder, where nothing fits, and so is small talk. Prints the weights, and
 * for each minimum score what is chosen in folders that the weights were not fitted to.
 */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  formatMeaningText,
  listSignals,
  type Signals,
} from '../../timestep/src/engine/relevance/meaning.ts';
import { computeScores } from '../../timestep/src/engine/relevance/rank.ts';
import {
  createIndex,
  type RankedItem,
} from '../../timestep/src/engine/relevance/relevance-index.ts';
import { SMALL_TALK } from '../../timestep/src/engine/relevance/small-talk.ts';
import { createEmbedder } from '../src/index.ts';
import { fitLogistic, type Fit } from './fit-logistic.ts';

interface Folder {
  readonly name: string;
  readonly rules: readonly (readonly [name: string, description: string, text: string])[];
  readonly questions: readonly (readonly [text: string, right: string])[];
}

/**
 * A question about a folder: the signals of each rule, and which rule is the right one, if any is.
 */
interface Asked {
  readonly folder: string;
  readonly isSmallTalk: boolean;
  readonly signals: readonly Signals[];
  readonly right: number;
}

const KEYS = ['cosine', 'lead', 'words', 'wordsOfLong', 'named', 'smallTalk'] as const;
const FLOORS = [0.02, 0.03, 0.04, 0.05, 0.08, 0.1, 0.2];

const asked = await computeCalibrationSignals();
const fit = fitWeights(asked);
console.log(
  `WEIGHTS: ${KEYS.map((key, at) => `${key}: ${fit.weights[at]?.toFixed(2)}`).join(', ')}`,
);
console.log(`BIAS: ${fit.bias.toFixed(2)}`);
for (const folder of new Set(asked.map((one) => one.folder)))
  console.log(formatCalibrationTable(0.04, folder), folder);
console.log('floor  right  wrong a question  small talk  elsewhere');
for (const floor of FLOORS) console.log(formatCalibrationTable(floor));

async function computeCalibrationSignals(): Promise<Asked[]> {
  const folders = [...(readCalibrationFile('folders.json') as readonly Folder[]), readGuide()];
  const smallTalk = readCalibrationFile('small-talk.json') as readonly string[];
  const questions = folders.flatMap((folder) =>
    folder.questions.map(([text, right]) => ({ from: folder.name, text, right })),
  );
  const messages = [...questions, ...smallTalk.map((text) => ({ from: '', text, right: '' }))];
  const rules = folders.flatMap(({ rules: all }) => all.map(toRankedItem).map(formatMeaningText));
  const vectorOf = await embedAllTexts([
    ...rules,
    ...messages.map(({ text }) => text),
    ...SMALL_TALK,
  ]);
  return folders.flatMap((folder) => {
    const items = folder.rules.map(toRankedItem);
    const index = createIndex(items);
    return messages.map(({ from, text, right }): Asked => {
      const near = SMALL_TALK.map((one) => computeDotProduct(vectorOf(text), vectorOf(one)));
      const signals = listSignals(items, text, [...computeScores(index, text)], {
        cosine: (item) => computeDotProduct(vectorOf(text), vectorOf(formatMeaningText(item))),
        smallTalk: Math.max(...near),
      });
      return {
        folder: folder.name,
        isSmallTalk: from === '',
        signals: signals.filter((one) => one !== undefined),
        right: from === folder.name ? items.findIndex(({ name }) => name === right) : -1,
      };
    });
  });
}

function toRankedItem([name, description, text]: Folder['rules'][number]): Required<RankedItem> {
  return { name, description, text };
}

/** Reads the references of `examples/guide`, which are long texts. */
function readGuide(): Folder {
  const questions = readCalibrationFile('guide-questions.json') as Folder['questions'];
  const folder = join(import.meta.dirname, '../../../examples/guide/references');
  const rules = globSync('*.mdt', { cwd: folder }).map((file) => {
    const [, front = '', ...rest] = readFileSync(join(folder, file), 'utf8').split(/^---$/m);
    const description = /^description: "(.*)"$/m.exec(front)?.[1] ?? '';
    return [file.replace('.mdt', ''), description, rest.join('---')] as const;
  });
  return { name: 'guide', rules, questions };
}

async function embedAllTexts(texts: readonly string[]): Promise<(text: string) => Float32Array> {
  const embedder = createEmbedder();
  const vectors = await embedder.embed(texts);
  await embedder.close();
  const known = new Map(texts.map((text, at) => [text, vectors[at]]));
  return (text) => known.get(text) ?? new Float32Array();
}

function fitWeights(rows: readonly Asked[]): Fit {
  const pairs = rows.flatMap(({ signals, right }) =>
    signals.map((one, at) => ({ values: signalsToValues(one), isRight: at === right })),
  );
  return fitLogistic(pairs);
}

function formatCalibrationTable(floor: number, only?: string): string {
  const folders = [...new Set(asked.map(({ folder }) => folder))].filter(
    (name) => name === (only ?? name),
  );
  const rows = folders.flatMap((folder) => {
    const others = fitWeights(asked.filter((one) => one.folder !== folder));
    return asked
      .filter((one) => one.folder === folder)
      .map(({ signals, right, isSmallTalk }) => {
        const chosen = signals.flatMap((one, at) =>
          others.computeProbability(signalsToValues(one)) >= floor ? [at] : [],
        );
        return { chosen, right, isSmallTalk };
      });
  });
  const meant = rows.filter(({ right }) => right >= 0);
  const right = meant.filter((row) => row.chosen.includes(row.right)).length / meant.length;
  const wrong = meant.flatMap((row) => row.chosen.filter((at) => at !== row.right)).length;
  const drawing = (some: typeof rows): string => {
    const share = some.filter(({ chosen }) => chosen.length > 0).length / some.length;
    return `${(100 * share).toFixed(1)} %`;
  };
  const talk = rows.filter(({ isSmallTalk }) => isSmallTalk);
  const elsewhere = rows.filter((row) => !row.isSmallTalk && row.right < 0);
  return [
    String(floor).padEnd(7),
    `${(100 * right).toFixed(0)} %`.padEnd(7),
    (wrong / meant.length).toFixed(2).padEnd(18),
    drawing(talk).padEnd(12),
    drawing(elsewhere),
  ].join('');
}

function signalsToValues(signals: Signals): number[] {
  return KEYS.map((key) => signals[key]);
}

function computeDotProduct(one: Float32Array, other: Float32Array): number {
  return one.reduce((sum, value, at) => sum + value * (other[at] ?? 0), 0);
}

function readCalibrationFile(name: string): unknown {
  return JSON.parse(readFileSync(join(import.meta.dirname, '../calibration', name), 'utf8'));
}
