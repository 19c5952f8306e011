import type { SourceFile } from '../source/source-tree.ts';
import { runGuard, type Verdict } from '../source/verdict.ts';

const SOURCE = /^(?:packages\/[^/]+|apps\/web)\/src\/.*\.tsx?$/;
const TEST = /\.(test|fixture)\.tsx?$/;
const PACKAGE = 'packages/timestep/src';

/** A way by which a text reaches a person, and the only files that may use it: they escape what is hidden. */
interface Way {
  readonly what: string;
  /** What other files use instead. */
  readonly instead: string;
  readonly pattern: RegExp;
  readonly files: readonly string[];
}

const WAYS: readonly Way[] = [
  {
    what: 'writes to a stream of the process',
    instead: 'write of the command',
    pattern: /\bprocess\.std(?:out|err)\.write\(|\bconsole\.\w+\(/,
    files: [
      'packages/temporal/src/worker/quiet-runtime.ts',
      `${PACKAGE}/eval/agents/folder-agent.ts`,
      `${PACKAGE}/serving/server/measuring/failure-reporter.ts`,
      `${PACKAGE}/people/cli/run-process.ts`,
      `${PACKAGE}/people/cli/main.ts`,
      // A program of the user, which prints its own report.
      `${PACKAGE}/testing/kills/run-kill-story.ts`,
    ],
  },
  {
    what: 'writes to standard error',
    instead: 'writeErrorLine',
    pattern: /\bwriteError\(/,
    files: [
      `${PACKAGE}/people/cli/log/command-log.ts`,
      `${PACKAGE}/people/cli/run.ts`,
      `${PACKAGE}/people/cli/chat/run-chat.ts`,
      `${PACKAGE}/people/cli/output/error-writer.ts`,
      `${PACKAGE}/people/cli/commands/folders/trust.ts`,
    ],
  },
  {
    what: 'creates a text for an editor',
    instead: 'createTextBlock',
    pattern: /\): ContentBlock \{\s*return \{ type: 'text'/,
    files: [
      `${PACKAGE}/people/acp/conversions/blocks-from-message.ts`,
      // Content of MCP, which has a type of the same name.
      `${PACKAGE}/protocols/mcp/convert/normalize-result.ts`,
    ],
  },
  {
    what: 'inserts HTML into the page',
    instead: 'Markdown',
    pattern: /\bdangerouslySetInnerHTML\b|\.(?:inner|outer)HTML\b|\.textContent\s*=[^=]/,
    files: ['apps/web/src/components/markdown/markdown.tsx'],
  },
  {
    what: 'words an option of an approval',
    instead: 'listConsentChoices, DENIAL_TEXT or EDITED_TEXT',
    pattern:
      /(?:['"`>]|^\s*)(?:Always allow|Allow|Approve|Deny|Reject)(?: (?:once|always|as edited|this call|(?:these|any) arguments[^'"`<]*))?(?:['"`<]|\s*$)/m,
    files: [`${PACKAGE}/core/message/consent-choices.ts`],
  },
];

/** Holds the ways by which texts of others reach people to files that escape what is hidden in them. */
export function onePrinter(files: readonly SourceFile[]): Verdict {
  const sources = files.filter(({ path }) => SOURCE.test(path) && !TEST.test(path));
  const problems = sources.length === 0 ? ['no source was found'] : [];
  for (const { what, instead, pattern, files: meant } of WAYS) {
    for (const { path, text } of sources) {
      if (!pattern.test(text) || meant.includes(path)) continue;
      problems.push(`${path} ${what}: use ${instead}, which escapes texts of others`);
    }
  }
  return { summary: `${WAYS.length} ways in ${sources.length} files`, problems };
}

if (import.meta.main) runGuard('one-printer', onePrinter);
