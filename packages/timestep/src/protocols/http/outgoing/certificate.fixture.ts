import { generateKeyPairSync, sign, type KeyObject } from 'node:crypto';

/** A certificate and its private key, as PEM. */
interface TestCertificate {
  readonly cert: string;
  readonly key: string;
}

/** An authority that issues certificates for hosts. */
export interface TestAuthority extends TestCertificate {
  /** Issues a certificate; `days` is its age at which it expires, and may be negative. */
  readonly issue: (host: string, days?: number) => TestCertificate;
}

/** Creates an authority that no program trusts yet. */
export function createTestAuthority(): TestAuthority {
  const own = createKeys();
  const cert = encodeCertificate(
    { subject: ISSUER, days: 1, extension: BASIC_AUTHORITY },
    own,
    own,
  );
  return {
    cert,
    key: own.key,
    issue(host, days = 1) {
      const keys = createKeys();
      const names = encode(0x30, encode(0x82, Buffer.from(host)));
      const extension = encode(0x30, encodeOid('2.5.29.17'), encode(0x04, names));
      const issued = encodeCertificate({ subject: host, days, extension }, keys, own);
      return { cert: issued, key: keys.key };
    },
  };
}

const ISSUER = 'Test authority';

interface TestKeys {
  readonly publicKey: KeyObject;
  readonly privateKey: KeyObject;
  /** The private key as PEM. */
  readonly key: string;
}

interface CertificateContents {
  readonly subject: string;
  /** Days until the certificate expires. */
  readonly days: number;
  readonly extension: Buffer;
}

function createKeys(): TestKeys {
  const pair = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const key = pair.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  return { ...pair, key };
}

/** Encodes an X.509 certificate (RFC 5280). */
function encodeCertificate(
  { subject, days, extension }: CertificateContents,
  { publicKey }: TestKeys,
  signer: TestKeys,
): string {
  const algorithm = encode(0x30, encodeOid('1.2.840.10045.4.3.2'));
  const now = Date.now();
  const body = encode(
    0x30,
    encode(0xa0, encode(0x02, Buffer.from([2]))),
    encode(0x02, Buffer.from([1, ...Buffer.from(subject).subarray(0, 12)])),
    algorithm,
    encodeName(ISSUER),
    encode(0x30, encodeTime(now - 10 * DAY_MS), encodeTime(now + days * DAY_MS)),
    encodeName(subject),
    publicKey.export({ type: 'spki', format: 'der' }),
    encode(0xa3, encode(0x30, extension)),
  );
  const signature = Buffer.concat([Buffer.from([0]), sign('sha256', body, signer.privateKey)]);
  const whole = encode(0x30, body, algorithm, encode(0x03, signature));
  const lines = whole.toString('base64').match(/.{1,64}/g) ?? [];
  return `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`;
}

const DAY_MS = 24 * 60 * 60 * 1000;

function encodeName(name: string): Buffer {
  const common = encode(0x30, encodeOid('2.5.4.3'), encode(0x0c, Buffer.from(name)));
  return encode(0x30, encode(0x31, common));
}

function encodeTime(time: number): Buffer {
  const digits = new Date(time).toISOString().replaceAll(/[-:T]|\.\d+/g, '');
  return encode(0x18, Buffer.from(digits));
}

/** Encodes an object identifier, such as `2.5.4.3`. */
function encodeOid(dotted: string): Buffer {
  const [first = 0, second = 0, ...others] = dotted.split('.').map(Number);
  const bytes = others.flatMap((part) => {
    const groups = [part & 0x7f];
    for (let rest = part >> 7; rest > 0; rest >>= 7) groups.unshift((rest & 0x7f) | 0x80);
    return groups;
  });
  return encode(0x06, Buffer.from([first * 40 + second, ...bytes]));
}

/** Encodes one value in DER: its tag, its length and its contents. */
function encode(tag: number, ...contents: readonly Buffer[]): Buffer {
  const value = Buffer.concat(contents);
  const { length } = value;
  if (length < 0x80) return Buffer.concat([Buffer.from([tag, length]), value]);
  const long = length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...long]), value]);
}

const BASIC_AUTHORITY = encode(
  0x30,
  encodeOid('2.5.29.19'),
  encode(0x01, Buffer.from([0xff])),
  encode(0x04, encode(0x30, encode(0x01, Buffer.from([0xff])))),
);
