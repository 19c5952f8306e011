import type { SourceFile } from './source-tree.ts';
import { runGuard, type Verdict } from './verdict.ts';

const SOURCE = /^packages\/[^/]+\/src\/.*\.ts$/;
const TEST = /\.(test|fixture)\.ts$/;

/** A step of a call of a tool, and the only files that take it. */
interface Step {
  readonly what: string;
  readonly pattern: RegExp;
  readonly files: readonly string[];
}

const ENVIRONMENT = 'packages/timestep/src/engine/tools';

const STEPS: readonly Step[] = [
  {
    what: 'runs the function of a tool',
    pattern: /\.execute\??\.?\(/,
    files: [`${ENVIRONMENT}/make-call.ts`],
  },
  {
    what: 'checks the arguments of a tool',
    pattern:
      /import\s*\{[^}]*\bcheckValue\b[^}]*\}\s*from\s*'(?:[^']*\/schema\.ts|[^']*environment(?:\/index\.ts)?)'/,
    // Answers of users and outputs of agents are checked as well.
    files: [
      `${ENVIRONMENT}/make-call.ts`,
      `${ENVIRONMENT}/check-answers.ts`,
      `${ENVIRONMENT}/agent-output.ts`,
    ],
  },
  {
    what: 'calls a validator',
    pattern: /\['~standard'\]\s*\.validate\(/,
    files: [`${ENVIRONMENT}/schema.ts`],
  },
  {
    what: 'words the question whether a call over MCP may be made',
    pattern: /`May \$\{\w+\} run with/,
    files: ['packages/timestep/src/protocols/mcp/serve/call-messages.ts'],
  },
];

/** Holds calls of tools to one way: each step of a call is taken by the files that are named for it. */
export function onePipeline(files: readonly SourceFile[]): Verdict {
  const sources = files.filter(({ path }) => SOURCE.test(path) && !TEST.test(path));
  const problems: string[] = [];
  for (const { what, pattern, files: meant } of STEPS) {
    const found = sources.filter(({ text }) => pattern.test(text)).map(({ path }) => path);
    for (const path of found.filter((one) => !meant.includes(one))) {
      problems.push(`${path} ${what}: only ${meant.join(' and ')} may; use executeToolCall`);
    }
    for (const path of meant.filter((one) => !found.includes(one))) {
      problems.push(`${path} no longer ${what}, or the guard does not see it`);
    }
  }
  return { summary: `${STEPS.length} steps of a call in ${sources.length} files`, problems };
}

if (import.meta.main) runGuard('one-pipeline', onePipeline);
