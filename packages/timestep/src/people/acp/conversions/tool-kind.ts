import type { ToolKind } from '@agentclientprotocol/sdk';

const WORDS_BY_KIND: readonly (readonly [kind: ToolKind, words: string])[] = [
  ['read', 'read get show view list open cat look'],
  ['edit', 'edit write update create patch insert replace set add'],
  ['delete', 'delete remove erase drop'],
  ['move', 'move rename copy'],
  ['search', 'search find grep query lookup'],
  ['execute', 'execute exec run shell bash command call eval'],
  ['think', 'think plan reason calculate'],
  ['fetch', 'fetch download browse crawl http'],
];

const KIND_BY_WORD: ReadonlyMap<string, ToolKind> = new Map(
  WORDS_BY_KIND.flatMap(([kind, words]) => words.split(' ').map((word) => [word, kind])),
);

/** Guesses the kind, by which clients choose an icon, from the words of a tool's name. */
export function guessToolKind(name: string): ToolKind {
  const words = name
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z]+/);
  const known = words.find((word) => KIND_BY_WORD.has(word)) ?? '';
  return KIND_BY_WORD.get(known) ?? 'other';
}
