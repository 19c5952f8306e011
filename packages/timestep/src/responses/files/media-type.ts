const OTHER = 'application/octet-stream';

/** Types of files that models read, by how their names end. */
const BY_ENDING: ReadonlyMap<string, string> = new Map([
  ['csv', 'text/csv'],
  ['gif', 'image/gif'],
  ['html', 'text/html'],
  ['jpeg', 'image/jpeg'],
  ['jpg', 'image/jpeg'],
  ['json', 'application/json'],
  ['md', 'text/markdown'],
  ['pdf', 'application/pdf'],
  ['png', 'image/png'],
  ['txt', 'text/plain'],
  ['webp', 'image/webp'],
]);

/** The type of a file: as its sender says, else by its name. */
export function mediaTypeOf(filename: string | undefined, said?: string): string {
  const [plain = ''] = (said ?? '').split(';', 1);
  if (/^[\w.+-]+\/[\w.+-]+$/.test(plain) && plain !== OTHER) return plain.toLowerCase();
  const ending = /\.(\w+)$/.exec(filename ?? '')?.[1] ?? '';
  return BY_ENDING.get(ending.toLowerCase()) ?? OTHER;
}
