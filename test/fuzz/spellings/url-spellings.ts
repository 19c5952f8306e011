import { createRuleJudge, type RuleJudge } from '@timestep-ai/timestep/tools';
import type { Draw } from '../random.ts';
import type { Hunt } from './hunt.ts';

const HOSTS = [
  'evil.net',
  'EVIL.net.',
  'api.example.com',
  'api.example.com.evil.net',
  '127.0.0.1',
  '2130706433',
  '0x7f.1',
  '0177.0.0.1',
  '[::ffff:127.0.0.1]',
  '[::1]',
  'localhost',
  'a.LOCALHOST',
  '0.0.0.0',
  '[::]',
  '[64:ff9b:1::7f00:1]',
  '\u2460\u2461\u2466.0.0.1',
  'ev\u0131l.net',
] as const;
const MARKS = [
  '@',
  '\\',
  '/',
  '//',
  '#',
  '?',
  ':',
  '.',
  '%2f',
  '%40',
  '%5c',
  '\t',
  ' ',
  '%2e',
  ';',
] as const;

/** Ways in which some program finds the host in a URL. */
const READINGS: readonly ((url: string) => string | undefined)[] = [
  (url) => URL.parse(url)?.hostname,
  (url) => URL.parse(url.replaceAll('\\', '/'))?.hostname,
  // Programs that take all before the last @ as the user, and only `/` as the end of the host.
  (url) => /^[a-z]+:\/\/(?:[^/]*@)?([^/:?#@]+)/i.exec(url)?.[1],
  (url) => URL.parse(url.trim())?.hostname,
];

export function createUrlHunt(createJudge = createUrlJudge): Hunt {
  const judge = createJudge();
  return {
    create: createUrl,
    judge: (url) => judge({ name: 'fetch', arguments: { url } })?.verdict,
    isForbidden: (url) => READINGS.some((read) => isForbiddenHost(read(url))),
  };
}

function isForbiddenHost(host: string | undefined): boolean {
  const plain = host?.toLowerCase().replace(/\.$/, '');
  const names = [
    'evil.net',
    'api.example.com.evil.net',
    '127.0.0.1',
    '0.0.0.0',
    'localhost',
    'a.localhost',
    '[::]',
    '[::1]',
    '[::ffff:7f00:1]',
    '[64:ff9b:1::7f00:1]',
  ];
  return plain !== undefined && names.includes(plain);
}

function createUrlJudge(): RuleJudge {
  const hosts = ['evil.net', '*.evil.net', '127.0.0.1'];
  return createRuleJudge({
    deny: hosts.map((host) => `fetch:url=*://${host}:*/**`),
    allow: ['fetch:url=https://*.example.com/**'],
  });
}

function createUrl(draw: Draw): string {
  let text = draw.of(['https://', 'https://', 'HTTPS://', 'http://', 'https:', 'https:\\\\', '//']);
  for (let left = 1 + draw.below(4); left > 0; left -= 1) {
    text += draw.chance(0.6) ? draw.of(HOSTS) : draw.of(['a', 'user', '80', 'x.example.com']);
    text += draw.of(MARKS);
  }
  return draw.chance(0.3) ? `${text}.example.com/x` : text;
}
