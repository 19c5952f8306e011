import { isJsonObject, type JsonValue, type Mask } from '#core';

/** Headers that hold credentials. Their scheme, such as `Bearer`, is shown. */
const CREDENTIAL_HEADER = /authorization|cookie|token|secret|api-?key|password/i;

/** Fields of bodies that hold credentials. */
const CREDENTIAL_FIELD =
  /(?:^|[-_])(?:secret|password|passwd|authorization|cookie)$|api[-_]?key$|(?:access|refresh|id|registration_access)[-_]?token$/i;

/** Fields that are credentials in the messages of OAuth, but may be anything elsewhere. */
const LOGIN_FIELD = /^(?:code|code_verifier|device_code|assertion|client_assertion|state|token)$/;

const SECRET = '[secret]';

/** Masks the headers of a message. */
export function maskHeaders(headers: Headers, mask: Mask): Record<string, string> {
  const shown = [...headers].map(([name, value]): [string, string] => {
    if (!CREDENTIAL_HEADER.test(name)) return [name, mask(value)];
    const [, scheme = ''] = /^(Bearer|Basic|DPoP) /i.exec(value) ?? [];
    return [name, scheme === '' ? SECRET : `${scheme} ${SECRET}`];
  });
  return Object.fromEntries(shown);
}

/** Masks the parameters of a URL that are named like credentials, and its password. */
export function maskUrl(address: string, mask: Mask): string {
  const url = URL.parse(address);
  if (!url) return mask(address);
  for (const name of new Set(url.searchParams.keys())) {
    if (CREDENTIAL_FIELD.test(name) || LOGIN_FIELD.test(name) || CREDENTIAL_HEADER.test(name)) {
      url.searchParams.set(name, SECRET);
    }
  }
  if (url.password !== '') url.password = SECRET;
  return mask(url.href.replaceAll(encodeURIComponent(SECRET), SECRET));
}

/** Masks credentials in a body. In a login, more fields are credentials. */
export function maskBody(value: JsonValue, mask: Mask, isLogin: boolean): JsonValue {
  if (typeof value === 'string') return mask(value);
  if (Array.isArray(value)) return value.map((one: JsonValue) => maskBody(one, mask, isLogin));
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => {
      const isSecret = CREDENTIAL_FIELD.test(name) || (isLogin && LOGIN_FIELD.test(name));
      return [
        name,
        isSecret && typeof inner === 'string' ? SECRET : maskBody(inner, mask, isLogin),
      ];
    }),
  );
}

/** Lists the credentials in a response of a token endpoint, which are masked from then on. */
export function listSecretsOfTokenResponse(body: JsonValue): readonly string[] {
  if (!isJsonObject(body)) return [];
  return Object.entries(body).flatMap(([name, value]) =>
    CREDENTIAL_FIELD.test(name) && typeof value === 'string' ? [value] : [],
  );
}
