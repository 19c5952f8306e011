import { parseSync } from 'oxc-parser';
import type { SourceFile } from '../source/source-tree.ts';
import { runGuard, type Verdict } from '../source/verdict.ts';

const SOURCE = 'packages/timestep/src';
const HELD = /^packages\/[^/]+\/src\/.*\.ts$/;
const NOT_HELD = /\.(test|fixture)\.ts$/;
/** It passes names on to programs, and calls nobody. */
const PUBLISHED = `${SOURCE}/index.ts`;

/** Functions that call agents, the room that declares them, and their user in `agents/calling`. */
const WAYS = [
  {
    names: ['createA2AAgent', 'connectA2A'],
    room: 'protocols/a2a',
    user: 'client/remote-agent-client.ts',
  },
  { names: ['requestHandoff'], room: 'protocols/mcp', user: 'handoff/handoff-tool.ts' },
  { names: ['buildFullTaskOutcome'], room: 'core', user: 'task-report.ts' },
] as const;

/** Holds that calling an agent is written once: each of these functions is used in one file. */
export function oneWayToCall(files: readonly SourceFile[]): Verdict {
  const held = files.filter(
    ({ path }) => HELD.test(path) && !NOT_HELD.test(path) && path !== PUBLISHED,
  );
  const problems: string[] = [];
  const words = new Map(WAYS.flatMap(({ names }) => names).map((name) => [name, wordOf(name)]));
  const mentioning = held.filter(({ text }) => [...words.values()].some((word) => word.test(text)));
  const sources = mentioning.map(({ path, text }) => ({ path, text: withoutComments(path, text) }));
  for (const { names, room, user } of WAYS) {
    const allowed = `${SOURCE}/agents/calling/${user}`;
    for (const name of names) {
      const users = sources.filter(
        ({ path, text }) => !path.startsWith(`${SOURCE}/${room}/`) && words.get(name)?.test(text),
      );
      for (const { path } of users.filter((one) => one.path !== allowed)) {
        problems.push(`${path} uses ${name}: call agents by what agents/calling/${user} exports`);
      }
      if (users.every(({ path }) => path !== allowed)) {
        problems.push(`${allowed} does not use ${name}: fix this guard`);
      }
    }
  }
  const names = WAYS.flatMap((way) => way.names).length;
  return { summary: `${names} functions in ${held.length} files`, problems };
}

function wordOf(name: string): RegExp {
  return new RegExp(`\\b${name}\\b`);
}

function withoutComments(path: string, text: string): string {
  const { comments } = parseSync(path, text);
  let code = text;
  for (const { start, end } of comments.toReversed()) code = code.slice(0, start) + code.slice(end);
  return code;
}

if (import.meta.main) runGuard('one way to call', oneWayToCall);
