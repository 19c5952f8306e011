import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createRuleJudge, type RuleJudge } from '@timestep-ai/timestep/tools';
import type { Draw } from '../random.ts';
import type { Hunt } from './hunt.ts';

/** Programs that the shell finds beside the forbidden one. */
const PROGRAMS = [
  'bash',
  'cat',
  'echo',
  'env',
  'find',
  'ls',
  'nice',
  'sh',
  'timeout',
  'true',
  'xargs',
];

const NAME = 'forbidden';

const WORDS = [
  NAME,
  NAME,
  'echo',
  'true',
  'ls',
  'env',
  'nice',
  'timeout 1',
  'xargs',
  'find . -maxdepth 0 -exec',
  'bash -c',
  'sh -c',
  'eval',
  'command',
  'builtin',
  'exec',
  'time',
  '!',
  'if true; then',
  '-n',
  '-i',
  'a',
  'X=1',
  '{}',
] as const;

const JOINTS = [
  ' ',
  ' ',
  ' ',
  ' && ',
  ' || ',
  '; ',
  ' | ',
  '\n',
  ' & ',
  ' $(',
  ' `',
  ' <(',
  ' "$(',
] as const;
const ENDS = ['', ' \\;', ' ;', ')', '`', '"', ')"', '; fi', ' {} \\;', '\n'] as const;

/** Makes a folder with a program that leaves a mark when it runs, and a shell that finds it. */
export function createCommandHunt(folder: string, createJudge = createCommandJudge): Hunt {
  const [bin, work, mark] = ['bin', 'work', 'mark'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  mkdirSync(bin);
  mkdirSync(work);
  writeFileSync(join(bin, NAME), `#!/bin/sh\n: > "${mark}"\n`);
  chmodSync(join(bin, NAME), 0o755);
  const found = PROGRAMS.flatMap((name) =>
    ['/bin', '/usr/bin']
      .map((place) => join(place, name))
      .filter(existsSync)
      .slice(0, 1),
  );
  for (const path of found) symlinkSync(path, join(bin, path.slice(path.lastIndexOf('/') + 1)));
  const judge = createJudge();
  return {
    create: (draw) => createCommand(bin, draw),
    judge: (command) => judge({ name: 'run', arguments: { command } })?.verdict,
    isForbidden(command) {
      rmSync(mark, { force: true });
      const options = { cwd: work, env: { PATH: bin }, timeout: 5000, input: `${NAME}\n` };
      spawnSync(join(bin, 'bash'), ['-c', command], options);
      return existsSync(mark);
    },
  };
}

function createCommandJudge(): RuleJudge {
  return createRuleJudge({
    deny: [`run:command=${NAME} *`],
    allow: ['run:command=echo *', 'run:command=true *', 'run:command=ls *'],
  });
}

/** What ends a part that a joint begins. */
const CLOSERS: Readonly<Record<string, string>> = {
  ' $(': ')',
  ' `': '`',
  ' <(': ')',
  ' "$(': ')"',
};

function createCommand(bin: string, draw: Draw): string {
  let [text, closers] = ['', ''];
  for (let left = 1 + draw.below(5); left > 0; left -= 1) {
    const word = draw.of(WORDS);
    text += word === NAME ? spell(bin, draw) : word;
    const joint = left > 1 ? draw.of(JOINTS) : '';
    text += joint;
    closers = (CLOSERS[joint] ?? '') + closers;
  }
  return text + (draw.chance(0.8) ? closers : draw.of(ENDS));
}

/** Writes the name of the program in one of the ways in which a shell reads it. */
function spell(bin: string, draw: Draw): string {
  const at = 1 + draw.below(NAME.length - 1);
  const [start, letter, end] = [NAME.slice(0, at), NAME.charAt(at), NAME.slice(at + 1)];
  return draw.of([
    NAME,
    `'${NAME}'`,
    `"${NAME} a"`,
    `'${NAME} a'`,
    `${start}''${letter}${end}`,
    `${start}\\${letter}${end}`,
    `${start}\\\n${letter}${end}`,
    `$'${start}\\x${letter.charCodeAt(0).toString(16)}${end}'`,
    `${start}"${letter}"${end}`,
    `${bin}/${NAME}`,
    `${bin}/${start}?${end}`,
    `${bin}/${start}[${letter}]${end}`,
    `${bin}/../bin/${NAME}`,
    `{${NAME},a}`,
    `$X${NAME}`,
    `\${X:-${NAME}}`,
    `"$(echo ${NAME})"`,
  ]);
}
