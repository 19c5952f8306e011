import { leftOutOfFolder, leftOutText } from '../../agent/index.ts';
import { examineStore, type Finding } from '../../runner/index.ts';
import {
  DATABASE_OPTION,
  databaseOf,
  EXIT,
  isSet,
  JSON_OPTION,
  textOf,
  type Command,
} from '../command.ts';
import { examinationJson, examinationText } from '../examination-text.ts';
import { refuseOnTemporal } from '../stored-tasks.ts';

export const doctor: Command = {
  words: ['doctor'],
  about: 'Looks the database over and says what is to be done.',
  more: 'Nothing is changed. Problems make it exit with 1; notes do not.',
  options: {
    json: JSON_OPTION,
    database: DATABASE_OPTION,
    agent: {
      type: 'string',
      value: 'FOLDER',
      about: 'also starts the MCP servers of an agent, and says which cannot be used',
    },
  },
  examples: [
    'timestep doctor',
    'timestep doctor --database data/tasks.db --json',
    'timestep doctor --agent agents/guide',
  ],
  async run({ values }, { env, now, write }) {
    const path = databaseOf(values, env);
    refuseOnTemporal(
      path,
      'timestep tasks list shows them, and Temporal which of their workflows fail (temporal workflow list)',
    );
    const folder = textOf(values, 'agent');
    const examined = await examineStore(path, now);
    const servers = folder === undefined ? [] : await serverFindings(folder);
    const examination = { ...examined, findings: [...examined.findings, ...servers] };
    const report = isSet(values, 'json')
      ? [JSON.stringify(examinationJson(path, examination), undefined, 2)]
      : examinationText(path, examination, now);
    write(`${report.join('\n')}\n`);
    const isFine = examination.findings.every(({ severity }) => severity === 'note');
    return isFine ? EXIT.fine : EXIT.failed;
  },
};

async function serverFindings(folder: string): Promise<Finding[]> {
  const leftOut = await leftOutOfFolder(folder);
  return leftOut.map((one) => {
    const message = `left out: ${leftOutText(one)}`;
    return { severity: 'problem', code: 'left-out', message };
  });
}
