import { existsSync } from 'node:fs';
import type { ExaminedServer } from '#agents/agent';
import type { MissingTool } from '#agents/agent-tools';
import { formatCount, type Finding } from '#engine/port';
import { chooseTaskBackend } from '../../backends/choose-backend.ts';
import { createUsageError } from '../../command-error.ts';
import {
  EXIT,
  JSON_OPTION,
  type Command,
  type CommandContext,
  type OptionValues,
} from '../../command.ts';
import { parsePublicUrl } from '../../options/listen-options.ts';
import { formatResult } from '../../output/plain-text.ts';
import { examinationToJson, formatExamination } from './examination-text.ts';
import { openUserLoginsIfConfigured } from '../../agents/user-agents.ts';

export const doctor: Command = {
  usage: 'doctor',
  about: 'Examines the database and the processes that run its tasks, and recommends actions.',
  more: 'Changes nothing. Problems make the command exit with 1; notes do not.',
  options: {
    json: JSON_OPTION,
    full: {
      about:
        'reads every record even if the database is large (default: only the newest tasks of a large one)',
    },
    production: {
      about:
        'also checks that the server is ready for production: backups, permissions and free space of the database file, and the running server',
    },
    url: { value: 'URL', about: 'with --production: public address of the running server' },
    backups: {
      value: 'DIR',
      about: 'with --production: folder with copies of the database (default backups)',
    },
    agent: {
      value: 'FOLDER',
      about:
        'also starts the MCP servers of an agent, and reports their health and how its context is chosen',
    },
  },
  backend: 'running',
  examples: [
    'timestep doctor',
    'timestep doctor --database data/tasks.db --json',
    'timestep doctor --full',
    'timestep doctor --agent agents/guide',
    'timestep doctor --production --url https://agents.example',
  ],
  async run({ values }, context) {
    const { backend, location } = chooseTaskBackend(values, context);
    const folder = values.text('agent');
    const examined = await backend.examine(location, context.now, values.isSet('full'));
    const servers = folder === undefined ? [] : await examineAgentFolder(folder, context.env);
    const site = await examineProductionIfRequested(values, location.database, context.now);
    const examination = { ...examined, findings: [...examined.findings, ...servers, ...site] };
    context.write(
      formatResult(values, examinationToJson(examination), formatExamination(examination), 2),
    );
    const isFine = examination.findings.every(({ severity }) => severity === 'note');
    return isFine ? EXIT.fine : EXIT.failed;
  },
};

async function examineProductionIfRequested(
  values: OptionValues,
  database: string,
  now: number,
): Promise<readonly Finding[]> {
  const url = values.parse('url', (given) => parsePublicUrl(given, '--url'));
  const backups = values.text('backups');
  if (!values.isSet('production')) {
    if (url === undefined && backups === undefined) return [];
    throw createUsageError('--url and --backups require --production');
  }
  const file = existsSync(database) ? database : undefined;
  const { findProductionProblems } = await import('./production.ts');
  return findProductionProblems({ file, backups: backups ?? 'backups', url, now });
}

async function examineAgentFolder(folder: string, env: CommandContext['env']): Promise<Finding[]> {
  const { describeContextSelectionMethod, examineServers } = await import('#agents/agent');
  const { formatMissingTool } = await import('#agents/agent-tools');
  const logins = await openUserLoginsIfConfigured(env);
  const servers = (await examineServers(folder, logins)).flatMap((one) =>
    createServerFindings(one, formatMissingTool),
  );
  const choice = await describeContextSelectionMethod(folder, { env });
  return [...servers, { severity: 'note', code: 'context-choice', message: choice }];
}

const MAX_LOG_LINES = 5;

function createServerFindings(
  { status, leftOut, log }: ExaminedServer,
  formatMissingTool: (leftOut: MissingTool) => string,
): Finding[] {
  const { name, state, tools, lastPing } = status;
  // Duplicate log lines are removed, because a failing server was started several times.
  const said = [...new Set(log.map(({ text }) => text))].slice(-MAX_LOG_LINES);
  const last = said.length === 0 ? '' : `; last output: ${said.join(' | ')}`;
  const missing = leftOut.map((one): Finding => {
    const ending = one.tool === undefined ? last : '';
    return createProblemFinding('left-out', `skipped: ${formatMissingTool(one)}${ending}`);
  });
  if (state === 'disabled') return [createNoteFinding(`the MCP server ${name} is disabled`)];
  if (state !== 'connected' || !lastPing) return missing;
  if ('why' in lastPing) {
    const message = `the MCP server ${name}: ${lastPing.why}: it may be busy or hang, so look at its output and restart it${last}`;
    return [...missing, createProblemFinding('no-answer', message)];
  }
  const took = `answered a ping in ${lastPing.roundTripMs} ms`;
  return [
    ...missing,
    createNoteFinding(`the MCP server ${name} has ${formatCount(tools, 'tool')} and ${took}`),
  ];
}

function createProblemFinding(code: string, message: string): Finding {
  return { severity: 'problem', code, message };
}

function createNoteFinding(message: string): Finding {
  return { severity: 'note', code: 'server', message };
}
