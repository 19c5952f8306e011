import type { ToolKind } from '@agentclientprotocol/sdk';

const WORDS: Readonly<Record<string, ToolKind>> = {
  ...wordsOf('read', 'read', 'get', 'show', 'view', 'list', 'open', 'cat', 'look'),
  ...wordsOf(
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
  ...wordsOf('delete', 'delete', 'remove', 'erase', 'drop'),
  ...wordsOf('move', 'move', 'rename', 'copy'),
  ...wordsOf('search', 'search', 'find', 'grep', 'query', 'lookup'),
  ...wordsOf('execute', 'execute', 'exec', 'run', 'shell', 'bash', 'command', 'call', 'eval'),
  ...wordsOf('think', 'think', 'plan', 'reason', 'calculate'),
  ...wordsOf('fetch', 'fetch', 'download', 'browse', 'crawl', 'http'),
};

function wordsOf(kind: ToolKind, ...words: readonly string[]): Record<string, ToolKind> {
  return Object.fromEntries(words.map((word) => [word, kind]));
}

/** What a tool does by the words of its name, for the icon that a client shows. */
export function toolKindOf(name: string): ToolKind {
  const words = name
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z]+/);
  for (const word of words) {
    const kind = Object.hasOwn(WORDS, word) ? WORDS[word] : undefined;
    if (kind) return kind;
  }
  return 'other';
}
