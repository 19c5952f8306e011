import type { ExaminedServer, LeftOut } from '../../folder/index.ts';
import { counted, type Finding } from '../../port/index.ts';
import { backendOfTasks } from '../choose-backend.ts';
import { EXIT, isSet, JSON_OPTION, textOf, type Command, type Surroundings } from '../command.ts';
import { examinationJson, examinationText } from '../examination-text.ts';
import { loginsIfAny } from '../person-logins.ts';

export const doctor: Command = {
  words: ['doctor'],
  about: 'Examines the database and the processes that run its tasks, and says what to do.',
  more: 'It changes nothing. Problems make it exit with 1; notes do not.',
  options: {
    json: JSON_OPTION,
    agent: {
      type: 'string',
      value: 'FOLDER',
      about: 'also starts the MCP servers of an agent, and says how each of them is',
    },
  },
  backend: 'running',
  examples: [
    'timestep doctor',
    'timestep doctor --database data/tasks.db --json',
    'timestep doctor --agent agents/guide',
  ],
  async run({ values }, around) {
    const { backend, site } = backendOfTasks(values, around);
    const folder = textOf(values, 'agent');
    const examined = await backend.examine(site, around.now);
    const servers = folder === undefined ? [] : await serverFindings(folder, around.env);
    const examination = { ...examined, findings: [...examined.findings, ...servers] };
    const report = isSet(values, 'json')
      ? [JSON.stringify(examinationJson(examination), undefined, 2)]
      : examinationText(examination);
    around.write(`${report.join('\n')}\n`);
    const isFine = examination.findings.every(({ severity }) => severity === 'note');
    return isFine ? EXIT.fine : EXIT.failed;
  },
};

async function serverFindings(folder: string, env: Surroundings['env']): Promise<Finding[]> {
  const { examineServers, leftOutText } = await import('../../folder/index.ts');
  const logins = await loginsIfAny(env);
  return (await examineServers(folder, logins)).flatMap((one) => findingsOf(one, leftOutText));
}

/** Lines that are shown of what a server has said that cannot be used. */
const MOST_LINES = 5;

function findingsOf(
  { status, leftOut, log }: ExaminedServer,
  textFor: (leftOut: LeftOut) => string,
): Finding[] {
  const { name, state, tools, lastPing } = status;
  // A server that cannot be used was started more than once, and said the same.
  const said = [...new Set(log.map(({ text }) => text))].slice(-MOST_LINES);
  const last = said.length === 0 ? '' : `; it said last: ${said.join(' | ')}`;
  const missing = leftOut.map((one): Finding => {
    const ending = one.tool === undefined ? last : '';
    return problem('left-out', `left out: ${textFor(one)}${ending}`);
  });
  if (state === 'disabled') return [note(`the MCP server ${name} is switched off`)];
  if (state !== 'connected' || !lastPing) return missing;
  if ('why' in lastPing) {
    const message = `the MCP server ${name}: ${lastPing.why}: see what it is busy with${last}`;
    return [...missing, problem('no-answer', message)];
  }
  const took = `answered a ping in ${lastPing.roundTripMs} ms`;
  return [...missing, note(`the MCP server ${name} has ${counted(tools, 'tool')} and ${took}`)];
}

function problem(code: string, message: string): Finding {
  return { severity: 'problem', code, message };
}

function note(message: string): Finding {
  return { severity: 'note', code: 'server', message };
}
