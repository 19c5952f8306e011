import { A2AError } from '../wire/a2a-error.ts';
import type { A2AVersion } from '../wire/rpc-methods.ts';

/** Reads the requested A2A version without its patch number. Default: 0.3 (section 3.6). Throws `A2AError`. */
export function readRequestedVersion(headers: Headers, query: string): A2AVersion {
  const asked = (headers.get('a2a-version') ?? findVersionParameter(query) ?? '').trim();
  if (asked === '1.0') return '1.0';
  const [, major, minor = '0'] = /^(\d+)(?:\.(\d+))?(?:\.\d+)*$/.exec(asked) ?? [];
  const version = asked === '' ? '0.3' : `${major}.${minor}`;
  if (version === '1.0' || version === '0.3') return version;
  throw new A2AError(
    'version-not-supported',
    `A2A version ${asked.slice(0, 40)} is not supported: use 1.0 or 0.3`,
    { metadata: { supportedVersions: '1.0,0.3' } },
  );
}

function findVersionParameter(query: string): string | undefined {
  if (query === '' || !/a2a-version/i.test(query)) return undefined;
  for (const [name, value] of new URLSearchParams(query)) {
    if (name.toLowerCase() === 'a2a-version') return value;
  }
  return undefined;
}
