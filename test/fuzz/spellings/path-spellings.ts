import {
  globSync,
  mkdirSync,
  readlinkSync,
  realpathSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createRuleJudge, type RuleJudge } from '@timestep-ai/timestep/tools';
import type { Draw } from '../random.ts';
import type { Hunt } from './hunt.ts';

const SEGMENTS = ['..', '..', '.', '', 'data', 'secret', 'key', 'home', '.ssh', 'id'] as const;
const WILD = ['*', 's*', 'se?ret', '[s]ecret', '{secret,a}', '.s*', 'k*', '{key,id}'] as const;
const LINKED = ['pub', 'a.md', 'link', 'chain', 'up', 'loop', 'far', 'abs'] as const;

/** Ways in which some program reads a path. */
const READINGS: readonly ((path: string) => string)[] = [
  (path) => path,
  (path) => decodeURIComponent(path),
  (path) => path.replaceAll('\\', '/'),
  (path) => (path.startsWith('file:') ? fileURLToPath(path) : path),
  (path) => path.trim(),
  (path) => path.replace(/^(["'])(.*)\1$/, '$2'),
];

/** Returns the first file for whose name wildcards stand, as long as they stand for files of the folder. */
function expandWildcards(folder: string, root: string, path: string): string {
  const plain = path.replace(/[*?[{].*$/s, '');
  const isInside = `${resolve(root, plain)}/`.startsWith(`${folder}/`);
  const isWild = plain !== path && !path.slice(plain.length).includes('..');
  return (isWild && isInside ? globSync(path, { cwd: root })[0] : undefined) ?? path;
}

/** Makes a folder with secrets, and with links that lead to them. */
export function createPathHunt(base: string, createJudge = createPathJudge): Hunt {
  const folder = realpathSync(base);
  for (const name of ['data/pub', 'secret', 'home/.ssh']) {
    mkdirSync(join(folder, name), { recursive: true });
  }
  writeFileSync(join(folder, 'data/pub/a.md'), 'public');
  writeFileSync(join(folder, 'secret/key'), 'secret');
  writeFileSync(join(folder, 'home/.ssh/id'), 'secret');
  const links = {
    link: '../secret',
    chain: 'link',
    up: '..',
    loop: 'loop',
    far: 'up/home',
    abs: join(folder, 'home/.ssh'),
  };
  for (const [name, text] of Object.entries(links)) symlinkSync(text, join(folder, 'data', name));
  const root = join(folder, 'data');
  const readings = [...READINGS, (path: string) => expandWildcards(folder, root, path)];
  const judge = createJudge(folder);
  return {
    create: (draw) => createPath(folder, draw),
    judge: (path) => judge({ name: 'read', arguments: { path } })?.verdict,
    isForbidden: (path) => readings.some((read) => reachesSecret(folder, root, path, read)),
  };
}

function createPathJudge(folder: string): RuleJudge {
  const rules = {
    deny: [`read:path=${folder}/secret/**`, `read:path=${folder}/home/.ssh/**`],
    allow: [`read:path=${folder}/data/**`],
  };
  return createRuleJudge(rules, {
    root: join(folder, 'data'),
    home: join(folder, 'home'),
    readLink,
  });
}

function readLink(path: string): string | undefined {
  try {
    return readlinkSync(path);
  } catch {
    return undefined;
  }
}

function createPath(folder: string, draw: Draw): string {
  const start = draw.of([
    folder,
    folder,
    '',
    '',
    '.',
    `${folder}/data`,
    'file://' + folder,
    '~',
    `/proc/self/root${folder}`,
  ]);
  const length = 1 + draw.below(7);
  const names = Array.from({ length }, () =>
    draw.chance(0.5) ? draw.of(SEGMENTS) : draw.of(draw.chance(0.2) ? WILD : LINKED),
  );
  const path = start === '' ? names.join('/') : [start, ...names].join('/');
  return spell(draw.chance(0.4) ? `${path}/key` : path, draw);
}

function spell(path: string, draw: Draw): string {
  let text = path;
  for (let changes = draw.below(3); changes > 0; changes -= 1) {
    const at = draw.below(text.length);
    const letter = text.charAt(at);
    const other = draw.of([
      `%${letter.charCodeAt(0).toString(16).padStart(2, '0')}`,
      letter === '/' ? '\\' : letter,
      letter === '/' ? '//' : letter,
      letter === '/' ? '/./' : letter,
      `${letter}\u200b`,
      letter.toUpperCase(),
      ` ${letter}`,
    ]);
    text = text.slice(0, at) + other + text.slice(at + 1);
  }
  return text;
}

function reachesSecret(
  folder: string,
  root: string,
  path: string,
  read: (path: string) => string,
): boolean {
  try {
    const text = read(path);
    const real = realpathSync(text.startsWith('/') ? text : `${root}/${text}`);
    return ['secret', 'home/.ssh'].some((name) => `${real}/`.startsWith(`${folder}/${name}/`));
  } catch {
    return false;
  }
}
