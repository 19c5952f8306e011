import { examineStore } from '../../runner/index.ts';
import { DATABASE_OPTION, databaseOf, EXIT, isSet, JSON_OPTION, type Command } from '../command.ts';
import { examinationJson, examinationText } from '../examination-text.ts';
import { refuseOnTemporal } from '../stored-tasks.ts';

export const doctor: Command = {
  words: ['doctor'],
  about: 'Looks the database over and says what is to be done.',
  more: 'Nothing is changed. Problems make it exit with 1; notes do not.',
  options: { json: JSON_OPTION, database: DATABASE_OPTION },
  examples: ['timestep doctor', 'timestep doctor --database data/tasks.db --json'],
  async run({ values }, { env, now, write }) {
    const path = databaseOf(values, env);
    refuseOnTemporal(
      path,
      'timestep tasks list shows them, and Temporal which of their workflows fail (temporal workflow list)',
    );
    const examination = await examineStore(path, now);
    const report = isSet(values, 'json')
      ? [JSON.stringify(examinationJson(path, examination), undefined, 2)]
      : examinationText(path, examination, now);
    write(`${report.join('\n')}\n`);
    const isFine = examination.findings.every(({ severity }) => severity === 'note');
    return isFine ? EXIT.fine : EXIT.failed;
  },
};
