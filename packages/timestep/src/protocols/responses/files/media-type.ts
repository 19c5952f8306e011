const OTHER = 'application/octet-stream';

/** Media types by file extension. */
const BY_EXTENSION: ReadonlyMap<string, string> = new Map([
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

/** Returns the declared type if it is specific, otherwise the type for the file extension. */
export function resolveMediaType(filename: string | undefined, declared?: string): string {
  const [plain = ''] = (declared ?? '').split(';', 1);
  if (/^[\w.+-]+\/[\w.+-]+$/.test(plain) && plain !== OTHER) return plain.toLowerCase();
  const ending = /\.(\w+)$/.exec(filename ?? '')?.[1] ?? '';
  return BY_EXTENSION.get(ending.toLowerCase()) ?? OTHER;
}
