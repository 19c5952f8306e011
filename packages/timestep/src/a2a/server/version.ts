import { A2AError } from '../wire/a2a-error.ts';

export type Version = '1.0' | '0.3';

/**
 * The version a request asks for, in a header or in the query; empty or absent means 0.3, and patch
 * numbers do not matter (section 3.6). Throws `A2AError` for versions that are not served.
 */
export function requestedVersion(headers: Headers, query: string): Version {
  const asked = (headers.get('a2a-version') ?? parameterIn(query) ?? '').trim();
  if (asked === '1.0') return '1.0';
  const [, major, minor = '0'] = /^(\d+)(?:\.(\d+))?(?:\.\d+)*$/.exec(asked) ?? [];
  const version = asked === '' ? '0.3' : `${major}.${minor}`;
  if (version === '1.0' || version === '0.3') return version;
  throw new A2AError(
    'version-not-supported',
    `A2A version ${asked.slice(0, 40)} is not served here; 1.0 and 0.3 are`,
    { metadata: { supportedVersions: '1.0,0.3' } },
  );
}

function parameterIn(query: string): string | undefined {
  if (query === '' || !/a2a-version/i.test(query)) return undefined;
  for (const [name, value] of new URLSearchParams(query)) {
    if (name.toLowerCase() === 'a2a-version') return value;
  }
  return undefined;
}
