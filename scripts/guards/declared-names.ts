import { parseSync, Visitor } from 'oxc-parser';
import type { SourceFile } from '../source/source-tree.ts';
import { runGuard, type Verdict } from '../source/verdict.ts';

const SOURCE = /^(apps|packages)\/[^/]+\/src\/.*(?<!\.(test|test-d|fixture))\.tsx?$/;

/** Past participles that do not end in "ed". */
const IRREGULAR = new Set(
  (
    'begun brought built caught chosen come done drawn driven fallen felt found given gone grown heard held hidden kept ' +
    'known laid left lent lost made meant met paid put read run said seen sent set shown shut sold spent spoken ' +
    'spread stood taken taught thought thrown told understood won worn written'
  ).split(' '),
);
/** Verbs that are spelled as their participles, or that end in "ed" by themselves. */
const VERBS = new Set([
  'embed',
  'exceed',
  'feed',
  'need',
  'proceed',
  'put',
  'read',
  'run',
  'seed',
  'set',
  'spread',
]);

/** Type names that say where something stands and not what it holds. `ToolLocation` is a published option. */
const VAGUE = /(?<!^Tool)(Site|Place|Desk|Surroundings)$|^(Asked|Called|Kept|Told|Waiting)$/;

interface Declared {
  readonly name: string;
  readonly start: number;
}

/** Holds names to their form: functions are verbs, and types say what they hold. */
export function declaredNames(files: readonly SourceFile[]): Verdict {
  const read = files.filter(({ path }) => SOURCE.test(path));
  let count = 0;
  const problems = read.flatMap(({ path, text }) => {
    const { functions, types } = listDeclared(path, text);
    count += functions.length + types.length;
    const line = ({ start }: Declared): number => text.slice(0, start).split('\n').length;
    const participles = functions
      .filter(({ name }) => isParticiple(name))
      .map((one) => `${path}:${line(one)} function ${one.name}: name what it does, with a verb`);
    const vague = types
      .filter(({ name }) => VAGUE.test(name))
      .map((one) => `${path}:${line(one)} type ${one.name}: name what it holds`);
    return [...participles, ...vague];
  });
  if (count === 0) problems.push('no names found');
  return { summary: `${count} names`, problems };
}

function isParticiple(name: string): boolean {
  if (!/^[a-z]+$/.test(name) || VERBS.has(name)) return false;
  return IRREGULAR.has(name) || /[a-z]{2}ed$/.test(name);
}

function listDeclared(path: string, text: string): { functions: Declared[]; types: Declared[] } {
  const functions: Declared[] = [];
  const types: Declared[] = [];
  const addType = ({
    id,
  }: {
    readonly id: { readonly name: string; readonly start: number };
  }): void => {
    types.push(id);
  };
  new Visitor({
    FunctionDeclaration: ({ id }) => {
      if (id) functions.push(id);
    },
    VariableDeclarator: ({ id, init }) => {
      const isFunction =
        init?.type === 'ArrowFunctionExpression' || init?.type === 'FunctionExpression';
      if (isFunction && id.type === 'Identifier') functions.push(id);
    },
    TSInterfaceDeclaration: addType,
    TSTypeAliasDeclaration: addType,
  }).visit(parseSync(path, text).program);
  return { functions, types };
}

if (import.meta.main) runGuard('declared-names', declaredNames);
