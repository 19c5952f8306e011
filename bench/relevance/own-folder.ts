import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { chooseContext, createIndex } from '@timestep-ai/timestep/relevance';
import type { QuestionSet } from './question-set.ts';
import type { Vectors } from './vectors.ts';

/** Rules of a folder, questions with the one right rule, and small talk that needs none. */
export interface OwnFolder {
  readonly set: QuestionSet;
  readonly smallTalk: readonly string[];
}

/** What is chosen for the messages of a folder. */
export interface ChoiceQuality {
  /** Share of the questions whose right rule is chosen, in percent. */
  readonly right_chosen: number;
  /** Wrong rules a question. */
  readonly wrong: number;
  /** Share of the small talk for which any rule is chosen, in percent. */
  readonly small_talk: number;
}

/** Reads `own-folder/set.json` of the data, if it is there. */
export function readOwnFolder(relevance: string): OwnFolder | undefined {
  const path = join(relevance, 'own-folder/set.json');
  if (!existsSync(path)) return undefined;
  const { rules, questions, small_talk } = JSON.parse(readFileSync(path, 'utf8')) as {
    readonly rules: readonly {
      readonly name: string;
      readonly description: string;
      readonly text: string;
    }[];
    readonly questions: readonly { readonly text: string; readonly right: string }[];
    readonly small_talk: readonly string[];
  };
  const asked = questions.map(({ text, right }) => ({ text, wanted: [right] }));
  return { set: { name: 'own-folder', tools: rules, questions: asked }, smallTalk: small_talk };
}

/** Measures what a folder chooses: by words, or with vectors. */
export function measureChoice({ set, smallTalk }: OwnFolder, vectors?: Vectors): ChoiceQuality {
  const rules = set.tools.map(
    (tool) => ({ ...tool, tool, kind: 'rule', include: 'agent' }) as const,
  );
  const items = createIndex(rules);
  const choose = (query: string): string[] => {
    const near = vectors?.compare(query);
    const meaning = near && {
      smallTalk: near.smallTalk,
      cosine: ({ tool }: (typeof rules)[number]) => near.cosine(tool),
    };
    return chooseContext({ query, items, meaning }).map(({ item }) => item.name);
  };
  const answers = set.questions.map(({ text, wanted }) => ({ wanted, chosen: choose(text) }));
  const right = answers.filter(({ wanted, chosen }) =>
    wanted.every((name) => chosen.includes(name)),
  );
  const wrong = answers.flatMap(({ wanted, chosen }) =>
    chosen.filter((name) => !wanted.includes(name)),
  );
  const drawn = smallTalk.filter((message) => choose(message).length > 0);
  return {
    right_chosen: (100 * right.length) / answers.length,
    wrong: wrong.length / answers.length,
    small_talk: (100 * drawn.length) / smallTalk.length,
  };
}
