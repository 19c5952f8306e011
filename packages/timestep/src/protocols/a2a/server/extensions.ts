import { A2AError } from '../wire/a2a-error.ts';
import type { AgentDescription } from '../wire/agent-description.ts';

/** Names of the extension header in A2A 1.0 (section 14.2.2) and in 0.3. */
const HEADERS: readonly string[] = ['a2a-extensions', 'x-a2a-extensions'];

const NONE: ReadonlySet<string> = new Set();

export function readExtensions(headers: Headers): ReadonlySet<string> {
  if (HEADERS.every((name) => !headers.has(name))) return NONE;
  const listed = HEADERS.flatMap((name) => (headers.get(name) ?? '').split(','));
  return new Set(listed.map((uri) => uri.trim()).filter((uri) => uri !== ''));
}

/** Throws `A2AError` if the caller does not list a required extension (section 3.3.4). */
export function requireExtensions(
  { extensions = [] }: Pick<AgentDescription, 'extensions'>,
  listedUris: ReadonlySet<string>,
): void {
  const missing = extensions.filter(({ uri, required }) => required && !listedUris.has(uri));
  if (missing.length === 0) return;
  const uris = missing.map(({ uri }) => uri).join(', ');
  throw new A2AError(
    'extension-support-required',
    `this agent requires extensions that the request does not name: send the header A2A-Extensions: ${uris}`,
    { metadata: { extensions: uris } },
  );
}
