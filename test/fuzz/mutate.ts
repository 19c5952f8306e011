import { gzipSync } from 'node:zlib';
import { nastyString, nastyValue, Raw } from './nasty.ts';
import type { Draw } from './random.ts';
import type { Seed } from './seeds.ts';

/** A request in its sent form, except for placeholders of server ids. */
export interface Mutant {
  readonly route: string;
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array | undefined;
  /** How the body is sent: as a whole, in pieces, or never completely. */
  readonly sending: 'whole' | 'pieces' | 'stalled';
}

type Mutable = { -readonly [Key in keyof Mutant]: Mutant[Key] };

/** Changes a valid request in one to four ways; occasionally in none. */
export function mutated(seed: Seed, draw: Draw): Mutant {
  const changes = draw.chance(0.05) ? 0 : 1 + draw.below(4);
  let body = seed.body;
  const beyondJson: ((mutant: Mutable) => void)[] = [];
  for (let change = 0; change < changes; change += 1) {
    if (body !== undefined && draw.chance(0.6)) body = changed(body, draw);
    else beyondJson.push(draw.of(BEYOND_JSON)(draw));
  }
  const mutant: Mutable = {
    route: seed.route,
    method: seed.method,
    path: seed.path,
    headers: { ...seed.headers },
    body: body === undefined ? undefined : written(body),
    sending: 'whole',
  };
  for (const change of beyondJson) change(mutant);
  return mutant;
}

/** Returns a copy with a changed value at one random position. */
function changed(value: unknown, draw: Draw): unknown {
  const depth = draw.below(7);
  return changedBelow(value, depth, draw);
}

function changedBelow(value: unknown, depth: number, draw: Draw): unknown {
  if (depth === 0 || typeof value !== 'object' || value === null || value instanceof Raw) {
    return nastyValue(draw);
  }
  if (Array.isArray(value)) {
    const items = [...(value as unknown[])];
    const at = draw.below(items.length + 1);
    if (draw.chance(0.1)) items.splice(at, 1);
    else items[at] = changedBelow(items[at], depth - 1, draw);
    return items;
  }
  const entries = Object.entries(value);
  const at = draw.below(entries.length);
  const [key, before] = entries[at] ?? ['added', undefined];
  const kind = draw.below(10);
  if (kind === 0) entries.splice(at, 1);
  else if (kind === 1) entries.push([String(nastyString(draw)), nastyValue(draw)]);
  else entries[at] = [key, changedBelow(before, depth - 1, draw)];
  return Object.fromEntries(entries);
}

/** Formats JSON with the raw parts in it; a raw part that became a key is plain text. */
function written(value: unknown): string {
  const raws: string[] = [];
  const text = JSON.stringify(value, (_key, part: unknown) =>
    part instanceof Raw ? `\u0001${raws.push(part.text) - 1}\u0001` : part,
  );
  return text.replaceAll(/"\\u0001(\d+)\\u0001"/g, (_whole, at: string) => raws[Number(at)] ?? '');
}

const CONTENT_TYPES = [
  '',
  'text/plain',
  'application/json; charset=utf-16',
  'application/json;;;',
  'APPLICATION/JSON',
  'multipart/form-data; boundary=x',
  'application/x-www-form-urlencoded',
  `application/${'x'.repeat(5000)}`,
] as const;
const VERSIONS = ['1.0', '0.3', '0.3.0', '99.0', 'latest', '', '1.0,0.3', '-1'] as const;
const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS', 'PROPFIND'] as const;
const ENDINGS = [
  '/',
  '//',
  '/..',
  '/%00',
  '/%ff',
  '/%2e%2e%2f',
  '%',
  '?',
  '?a=%',
  ';a=b',
  '\\',
] as const;
const QUERIES = [
  'pageSize',
  'pageToken',
  'stream',
  'starting_after',
  'limit',
  'after',
  'a',
] as const;
const QUERY_VALUES = ['', '-1', '1e9', 'NaN', '%ff', 'true', '[]', '99999999999999999999'] as const;
const HEADERS = [
  'last-event-id',
  'mcp-session-id',
  'mcp-protocol-version',
  'mcp-method',
  'mcp-name',
  'accept',
  'origin',
  'if-none-match',
  'range',
  'cookie',
  'x-forwarded-host',
] as const;
const HEADER_VALUES = [
  '',
  '*',
  '0',
  '-1',
  'null',
  'x'.repeat(3000),
  ',,,',
  '"',
  '\u00ff\u00fe',
] as const;

type Change = (mutant: Mutable) => void;

/** Changes of everything except the JSON of the body. */
const BEYOND_JSON: readonly [(draw: Draw) => Change, ...((draw: Draw) => Change)[]] = [
  (draw) => header('content-type', draw.of(CONTENT_TYPES)),
  (draw) => header('a2a-version', draw.of(VERSIONS)),
  (draw) => header(draw.of(HEADERS), draw.of(HEADER_VALUES)),
  (draw) => header('content-encoding', draw.of(['gzip', 'br', 'identity', 'gzip, gzip'])),
  (draw) => {
    const method = draw.of(METHODS);
    return (mutant) => void (mutant.method = method);
  },
  (draw) => {
    const ending = draw.of(ENDINGS);
    return (mutant) => void (mutant.path += ending);
  },
  (draw) => {
    const query = `${draw.of(QUERIES)}=${draw.of(QUERY_VALUES)}`;
    return (mutant) => void (mutant.path += (mutant.path.includes('?') ? '&' : '?') + query);
  },
  (draw) => {
    const long = encodeURIComponent('a/%'.repeat(1 + draw.below(800)));
    return (mutant) => void (mutant.path = mutant.path.replace(/\{\w+\}|\w+$/, long));
  },
  (draw) => damage(draw),
  (draw) => damage(draw),
  () => (mutant) => {
    if (mutant.body === undefined) return;
    mutant.body = gzipSync(mutant.body);
    mutant.headers = { ...mutant.headers, 'content-encoding': 'gzip' };
  },
  (draw) => {
    const sending = draw.of(['pieces', 'pieces', 'pieces', 'stalled'] as const);
    return (mutant) => void (mutant.sending = sending);
  },
];

function header(name: string, value: string): Change {
  return (mutant) => void (mutant.headers = { ...mutant.headers, [name]: value });
}

/** Cuts off, inserts, duplicates or replaces bytes; the result is usually not JSON. */
function damage(draw: Draw): Change {
  const [place, byte, kind] = [draw.below(2 ** 16) / 2 ** 16, draw.below(256), draw.below(5)];
  return (mutant) => {
    const bytes = Buffer.from(mutant.body ?? '');
    const at = Math.floor(place * bytes.length);
    const [before, after] = [bytes.subarray(0, at), bytes.subarray(at)];
    switch (kind) {
      case 0:
        mutant.body = before;
        break;
      case 1:
        mutant.body = Buffer.concat([before, Buffer.of(byte), after]);
        break;
      case 2:
        mutant.body = Buffer.concat([bytes, after]);
        break;
      case 3:
        mutant.body = Buffer.concat([Buffer.of(0xef, 0xbb, 0xbf), bytes]);
        break;
      default:
        mutant.body = Buffer.concat([before, Buffer.of(byte), after.subarray(1)]);
    }
  };
}
