import { formatForeignBlock, formatForeignLine } from '#core';
import type { CheckResult, FolderProblem } from '#agents/folder';
import type { PinnedFolder } from '#agents/agent';
import { openUserLoginsIfConfigured } from '../../agents/user-agents.ts';
import {
  EXIT,
  JSON_OPTION,
  type Command,
  type CommandContext,
  type Exit,
  type OptionValues,
} from '../../command.ts';
import { createUsageError } from '../../command-error.ts';
import { writeErrorLine } from '../../output/error-writer.ts';
import { formatJson, formatResult, formatTable } from '../../output/plain-text.ts';
import { formatCount } from '../../options/quantity.ts';

export const checkFolders: Command = {
  usage: 'check <path> …',
  about:
    'Checks the files of agents and skills, reports all mistakes, and says what each permission rule means.',
  more: 'A path is an agent (a folder, a .yaml or .md file), a SKILL.md, or a folder that contains any of them. Nothing is started, and no secret is read. Mistakes make the command exit with 1; warnings do not.',
  options: {
    json: JSON_OPTION,
    pin: {
      about:
        'starts the MCP servers of agents, and ties allow rules to the current definitions of the tools: calls of a changed tool need approval again',
    },
    'server-json': { about: 'prints the server.json for publishing one agent in the MCP registry' },
  },
  examples: [
    'timestep check agents/guide',
    'timestep check agents .claude/agents .agents/skills',
    'timestep check agents --json',
    'timestep check agents/guide --pin',
    'timestep check agents/guide --server-json > server.json',
  ],
  async run({ operands, values }, { env, write, writeError }) {
    if (values.isSet('server-json')) return writeServerJson(operands, write, writeError);
    if (values.isSet('pin')) return pinTools(operands, values, env, write);
    const { checkAgents, formatProblem } = await import('#agents/folder');
    const found = operands.flatMap((path) => checkAgents(path, env));
    const read = [...new Map(found.map((one) => [one.path, one])).values()];
    const checked = await Promise.all(read.map((one) => addSimilarRuleWarnings(one, env)));
    const problems = checked.flatMap((one) => one.problems);
    const count = (severity: FolderProblem['severity']): number =>
      problems.filter((problem) => problem.severity === severity).length;
    const [mistakes, warnings] = [count('mistake'), count('warning')];
    const lines = problems.map(
      (each) => `${each.severity}: ${formatForeignBlock(formatProblem(each))}`,
    );
    const counts = `${formatCount(mistakes, 'mistake')}, ${formatCount(warnings, 'warning')}`;
    lines.push(...checked.flatMap(formatRules));
    lines.push(`${formatAgentAndSkillCounts(checked)}: ${counts}`);
    write(formatResult(values, { checked, mistakes, warnings }, lines, 2));
    return mistakes === 0 ? EXIT.fine : EXIT.failed;
  },
};

/**
 * Adds a warning for each pair of the agent's rules that are too similar to be selected separately.
 * Does nothing if the agent has errors.
 */
async function addSimilarRuleWarnings(
  checked: CheckResult,
  env: CommandContext['env'],
): Promise<CheckResult> {
  const { kind, path, problems } = checked;
  if (kind === 'skill' || problems.some(({ severity }) => severity === 'mistake')) return checked;
  const { listSimilarRules } = await import('#agents/agent');
  return { ...checked, problems: [...problems, ...(await listSimilarRules(path, { env }))] };
}

/**
 * Writes down the current definitions of each agent's tools, so that later changes are noticed.
 * Also reports permission rules that name missing tools.
 */
async function pinTools(
  paths: readonly string[],
  values: OptionValues,
  env: CommandContext['env'],
  write: (text: string) => void,
): Promise<Exit> {
  const { findAgents } = await import('#agents/folder');
  const { pinAllowedTools } = await import('#agents/agent');
  const logins = await openUserLoginsIfConfigured(env);
  const agents = paths.flatMap((path) => findAgents(path).paths);
  if (agents.length === 0)
    throw createUsageError('--pin requires an agent: give the folder of an agent');
  const pinned: PinnedFolder[] = [];
  for (const path of agents) pinned.push(await pinAllowedTools(path, logins));
  const lines = pinned.flatMap(({ file, tools, mistakes, warnings }) => [
    ...mistakes.map((mistake) => `mistake: ${formatForeignLine(mistake)}`),
    ...warnings.map((warning) => `warning: ${formatForeignLine(warning)}`),
    `pinned ${formatCount(tools.length, 'tool')} in ${formatForeignLine([file, ...tools].join(' '))}`,
  ]);
  write(formatResult(values, { pinned }, lines, 2));
  return pinned.every(({ mistakes }) => mistakes.length === 0) ? EXIT.fine : EXIT.failed;
}

async function writeServerJson(
  [path = '', ...others]: readonly string[],
  write: (text: string) => void,
  writeError: (text: string) => void,
): Promise<Exit> {
  if (others.length > 0)
    throw createUsageError('--server-json requires a single agent: give one path');
  const { formatProblem, createRegistryEntry } = await import('#agents/folder');
  const { entry, problems } = createRegistryEntry(path);
  for (const each of problems)
    writeErrorLine(writeError, `${each.severity}: ${formatProblem(each)}`);
  if (!entry) return EXIT.failed;
  write(formatJson(entry, 2));
  return EXIT.fine;
}

/** Formats the permission rules of an agent and their meanings, below the agent's path. */
function formatRules({ path, rules = [] }: CheckResult): string[] {
  if (rules.length === 0) return [];
  const rows = rules.map(({ rule, meaning }) => [
    `  ${formatForeignLine(rule)}`,
    formatForeignLine(meaning),
  ]);
  return [`permissions of ${formatForeignLine(path)}:`, ...formatTable(rows)];
}

function formatAgentAndSkillCounts(checked: readonly CheckResult[]): string {
  const counts = (['agent', 'skill'] as const).flatMap((kind) => {
    const { length } = checked.filter((one) => one.kind === kind);
    return length === 0 ? [] : [formatCount(length, kind)];
  });
  return counts.join(', ');
}
