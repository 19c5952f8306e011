import { expect, it } from 'vitest';
import { parseGlob } from './glob.ts';
import { createRuleJudge, type PermissionRules, type RuleJudge } from './permission-rules.ts';

/** Ways to write a part of a text differently without changing what some program reads. */
const SPELLINGS: readonly ((text: string, random: () => number) => string)[] = [
  (text, random) => insertAt(text, '/', random, ['/', '/./', '//', '/x/../']),
  (text, random) => insertAt(text, '.', random, ['%2e', '.']),
  (text, random) => insertAt(text, 'e', random, ['%65', 'E', 'e\u200b', 'e\u00ad']),
  (text) => text.replaceAll('/', '\\'),
  (text) => ` ${text}`,
  (text) => `${text}\0.txt`,
  (text) => `file://${text}`,
  (text) => `/data/..${text}`,
  (text) => `/data/a/../..${text}`,
  (text) => `${text}/`,
];

function insertAt(text: string, part: string, random: () => number, by: readonly string[]): string {
  const places = [...text.matchAll(new RegExp(`[${part}]`, 'g'))].map(({ index }) => index);
  const at = places[Math.floor(random() * places.length)];
  if (at === undefined) return text;
  return text.slice(0, at) + (by[Math.floor(random() * by.length)] ?? part) + text.slice(at + 1);
}

function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

const SECRETS = ['/etc/passwd', '/etc/ssl/key.pem', '/users/ada/.ssh/id'];

/** Returns a spelling of a secret that a judge allows. Undefined if `count` spellings find none. */
function findAllowedSpelling(judge: RuleJudge, seed: number, count: number): string | undefined {
  const random = createRandom(seed);
  for (let tried = 0; tried < count; tried += 1) {
    let path = SECRETS[tried % SECRETS.length] ?? '';
    for (let change = random() * 4; change > 0; change -= 1) {
      path = SPELLINGS[Math.floor(random() * SPELLINGS.length)]?.(path, random) ?? path;
    }
    const verdict = judge({ name: 'read', arguments: { path } })?.verdict;
    if (verdict === 'allow') return path;
  }
  return undefined;
}

const RULES: PermissionRules = {
  deny: ['read:path=/etc/**', 'read:path=/users/ada/.ssh/**'],
  allow: ['read:path=/data/**'],
};

it('no spelling of a secret passes', () => {
  const judge = createRuleJudge(RULES, { root: '/data', home: '/users/ada' });
  const count = Number(process.env['TIMESTEP_SPELLINGS'] ?? 20_000);
  expect(findAllowedSpelling(judge, 7, count)).toBeUndefined();
});

it('a judge that compares texts is found out', () => {
  const allow = parseGlob('/data/*');
  const judge: RuleJudge = ({ arguments: { path } }) =>
    typeof path === 'string' && allow.matches(path) ? { verdict: 'allow' } : undefined;
  expect(findAllowedSpelling(judge, 7, 200)).toMatch(/\.\./);
});
