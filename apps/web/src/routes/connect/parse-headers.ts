export type ParsedHeaders =
  | { readonly kind: 'good'; readonly headers: Readonly<Record<string, string>> }
  | { readonly kind: 'bad'; readonly line: string };

/** Reads headers, one a line, such as `Authorization: Bearer …`. */
export function parseHeaders(text: string): ParsedHeaders {
  const headers: Record<string, string> = {};
  for (const line of text.split('\n').map((one) => one.trim())) {
    if (line === '') continue;
    const colon = line.indexOf(':');
    const [name, value] = [line.slice(0, Math.max(0, colon)).trim(), line.slice(colon + 1).trim()];
    if (name === '' || name.includes(' ') || value === '') return { kind: 'bad', line };
    headers[name] = value;
  }
  return { kind: 'good', headers };
}
