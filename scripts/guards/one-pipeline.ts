import type { SourceFile } from '../source/source-tree.ts';
import { runGuard, type Verdict } from '../source/verdict.ts';

const SOURCE = /^packages\/[^/]+\/src\/.*\.ts$/;
const TEST = /\.(test|fixture)\.ts$/;

/** A step of a call of a tool or of a request, and the only files that take it. */
interface Step {
  readonly what: string;
  /** What other files use instead. */
  readonly instead: string;
  readonly pattern: RegExp;
  readonly files: readonly string[];
}

const ENVIRONMENT = 'packages/timestep/src/engine/tools';
const ROUTING = 'packages/timestep/src/serving/server/routing';
const CALL = 'executeToolCall';

const STEPS: readonly Step[] = [
  {
    what: 'runs the function of a tool',
    instead: CALL,
    pattern: /\.execute\??\.?\(/,
    files: [`${ENVIRONMENT}/make-call.ts`],
  },
  {
    what: 'checks the arguments of a tool',
    instead: CALL,
    pattern:
      /import\s*\{[^}]*\bcheckValue\b[^}]*\}\s*from\s*'(?:[^']*\/schema\.ts|#engine\/tools)'/,
    // Answers of users and outputs of agents are checked as well.
    files: [
      `${ENVIRONMENT}/make-call.ts`,
      `${ENVIRONMENT}/drop-invalid-answers.ts`,
      'packages/timestep/src/protocols/mcp/connect/own-results.ts',
      `${ENVIRONMENT}/agent-output.ts`,
    ],
  },
  {
    what: 'calls a validator',
    instead: CALL,
    pattern: /\['~standard'\]\s*\.validate\(/,
    files: [`${ENVIRONMENT}/schema.ts`],
  },
  {
    what: 'words a question for approval',
    instead: 'core/message/approval-text.ts',
    pattern: /[`'"](?:May (?:I|\$\{)|Allow (?:the|\$\{))|Answer yes or no/,
    files: ['packages/timestep/src/core/message/approval-text.ts'],
  },
  {
    what: 'finds mounts by path',
    instead: 'mounts of a protocol',
    pattern: /\bindexMounts\(|\bMap<string, (?:readonly )?Mount\[\]>/,
    files: [`${ROUTING}/mount-index.ts`, `${ROUTING}/router.ts`],
  },
  {
    what: 'finds the agent of a tenant',
    instead: 'findTenant of the router',
    pattern: /import\s*\{[^}]*\bcreateUnknownTenantResponse\b[^}]*\}\s*from\s*'#protocols\/a2a'/,
    files: [`${ROUTING}/tenants.ts`],
  },
  {
    what: 'answers another request than the one that came',
    instead: 'findTenant of the router',
    pattern: /import\s*\{[^}]*\bcreateReplacementRequest\b[^}]*\}\s*from\s*'#protocols\/http'/,
    files: [`${ROUTING}/tenants.ts`],
  },
  {
    what: 'counts the requests of callers',
    instead: 'createApp',
    pattern: /\bcallers\.take\(/,
    files: [`${ROUTING}/app.ts`],
  },
];

/** Holds calls of tools and the routing of requests to one way: only named files take each step. */
export function onePipeline(files: readonly SourceFile[]): Verdict {
  const sources = files.filter(({ path }) => SOURCE.test(path) && !TEST.test(path));
  const problems: string[] = [];
  for (const { what, instead, pattern, files: meant } of STEPS) {
    const found = sources.filter(({ text }) => pattern.test(text)).map(({ path }) => path);
    for (const path of found.filter((one) => !meant.includes(one))) {
      problems.push(`${path} ${what}: only ${meant.join(' and ')} may; use ${instead}`);
    }
    for (const path of meant.filter((one) => !found.includes(one))) {
      problems.push(`${path} no longer ${what}, or the guard does not see it`);
    }
  }
  return { summary: `${STEPS.length} steps in ${sources.length} files`, problems };
}

if (import.meta.main) runGuard('one-pipeline', onePipeline);
