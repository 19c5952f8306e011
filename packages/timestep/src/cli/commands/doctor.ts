import type { Finding } from '../../port/index.ts';
import { backendOfTasks } from '../choose-backend.ts';
import { EXIT, isSet, JSON_OPTION, textOf, type Command } from '../command.ts';
import { examinationJson, examinationText } from '../examination-text.ts';

export const doctor: Command = {
  words: ['doctor'],
  about: 'Examines the database and the processes that run its tasks, and says what to do.',
  more: 'It changes nothing. Problems make it exit with 1; notes do not.',
  options: {
    json: JSON_OPTION,
    agent: {
      type: 'string',
      value: 'FOLDER',
      about: 'also starts the MCP servers of an agent, and says which cannot be used',
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
    const servers = folder === undefined ? [] : await serverFindings(folder);
    const examination = { ...examined, findings: [...examined.findings, ...servers] };
    const report = isSet(values, 'json')
      ? [JSON.stringify(examinationJson(examination), undefined, 2)]
      : examinationText(examination);
    around.write(`${report.join('\n')}\n`);
    const isFine = examination.findings.every(({ severity }) => severity === 'note');
    return isFine ? EXIT.fine : EXIT.failed;
  },
};

async function serverFindings(folder: string): Promise<Finding[]> {
  const { leftOutOfFolder, leftOutText } = await import('../../folder/index.ts');
  const leftOut = await leftOutOfFolder(folder);
  return leftOut.map((one) => {
    const message = `left out: ${leftOutText(one)}`;
    return { severity: 'problem', code: 'left-out', message };
  });
}
