import { DatabaseSync } from 'node:sqlite';
import MiniSearch from 'minisearch';
import { createIndex, rank, rankByMeaning, extractTerms } from '@timestep-ai/timestep/relevance';
import type { Tool } from './question-set.ts';
import type { Vectors } from './vectors.ts';

/** Number of tools that a subject must return. */
const LIMIT = 10;

/** Returns the names of the tools that match a question best, the best first, at most ten. */
export type Find = (question: string) => readonly string[];

export interface Subject {
  readonly name: string;
  prepare(tools: readonly Tool[]): Find;
}

const FIELDS = ['name', 'description', 'text'];
const BOOST = { name: 3, description: 1, text: 0.5 };

export const SUBJECTS: readonly Subject[] = [
  {
    name: 'timestep',
    prepare(tools) {
      const index = createIndex(tools);
      return (question) => rank(index, question, { limit: LIMIT }).map(({ item }) => item.name);
    },
  },
  {
    name: 'minisearch',
    prepare: (tools) => createFind(new MiniSearch({ fields: FIELDS }), tools),
  },
  {
    name: 'minisearch-tuned',
    prepare: (tools) =>
      createFind(
        new MiniSearch({
          fields: FIELDS,
          // In lower case, a word has at most one of Timestep's terms: its stem, or none.
          processTerm: (word) => extractTerms(word.toLowerCase())[0] ?? null,
          searchOptions: { boost: BOOST, prefix: true, fuzzy: 0.2 },
        }),
        tools,
      ),
  },
  { name: 'sqlite-fts5', prepare: prepareFts5 },
];

/** Timestep with the sentence model of `@timestep-ai/embedder`. */
export function createEmbedderSubject({ compare }: Vectors): Subject {
  return {
    name: 'timestep-embedder',
    prepare(tools) {
      const index = createIndex(tools);
      return (question) =>
        rankByMeaning(index, question, compare(question), { limit: LIMIT }).map(
          ({ item }) => item.name,
        );
    },
  };
}

function createFind(search: MiniSearch, tools: readonly Tool[]): Find {
  search.addAll(tools.map((tool, id) => ({ ...tool, id })));
  return (question) =>
    search
      .search(question)
      .slice(0, LIMIT)
      .map(({ id }) => tools[Number(id)]?.name ?? '');
}

function prepareFts5(tools: readonly Tool[]): Find {
  const database = new DatabaseSync(':memory:');
  database.exec(
    "CREATE VIRTUAL TABLE tools USING fts5(name, description, text, tokenize = 'porter unicode61')",
  );
  const insert = database.prepare('INSERT INTO tools VALUES (?, ?, ?)');
  for (const { name, description, text } of tools) insert.run(name, description, text);
  const select = database.prepare(
    `SELECT name FROM tools WHERE tools MATCH ? ORDER BY bm25(tools, 3.0, 1.0, 0.5) LIMIT ${LIMIT}`,
  );
  return (question) => {
    const words = (question.match(/[\p{L}\p{N}]+/gu) ?? []).filter(
      (word) => extractTerms(word.toLowerCase()).length > 0,
    );
    if (words.length === 0) return [];
    const found = select.all(words.map((word) => `"${word}"`).join(' OR '));
    return found.map(({ name }) => String(name));
  };
}
