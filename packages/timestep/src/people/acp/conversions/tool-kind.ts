import type { ToolKind } from '@agentclientprotocol/sdk';

const KIND_BY_WORD: Readonly<Record<string, ToolKind>> = {
  ...mapWordsToKind('read', 'read', 'get', 'show', 'view', 'list', 'open', 'cat', 'look'),
  ...mapWordsToKind(
    'edit',
    'edit',
    'write',
    'update',
    'create',
    'patch',
    'insert',
    'replace',
    'set',
    'add',
  ),
  ...mapWordsToKind('delete', 'delete', 'remove', 'erase', 'drop'),
  ...mapWordsToKind('move', 'move', 'rename', 'copy'),
  ...mapWordsToKind('search', 'search', 'find', 'grep', 'query', 'lookup'),
  ...mapWordsToKind(
    'execute',
    'execute',
    'exec',
    'run',
    'shell',
    'bash',
    'command',
    'call',
    'eval',
  ),
  ...mapWordsToKind('think', 'think', 'plan', 'reason', 'calculate'),
  ...mapWordsToKind('fetch', 'fetch', 'download', 'browse', 'crawl', 'http'),
};

function mapWordsToKind(kind: ToolKind, ...words: readonly string[]): Record<string, ToolKind> {
  return Object.fromEntries(words.map((word) => [word, kind]));
}

/** Guesses the kind, by which clients choose an icon, from the words of a tool's name. */
export function guessToolKind(name: string): ToolKind {
  const words = name
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z]+/);
  for (const word of words) {
    const kind = Object.hasOwn(KIND_BY_WORD, word) ? KIND_BY_WORD[word] : undefined;
    if (kind) return kind;
  }
  return 'other';
}
