import { artifactsOf, transcriptOf, type NumberedEvent } from '../../core/index.ts';
import { backendOfTasks } from '../choose-backend.ts';
import { EXIT, isSet, JSON_OPTION, type Command } from '../command.ts';
import { eventLine } from '../event-line.ts';
import { artifactLines, summaryOf, summaryText, transcriptLines } from '../task-text.ts';

export const tasksShow: Command = {
  words: ['tasks', 'show'],
  operand: '<id>',
  about: 'Shows a task: a summary, its transcript, its artifacts and its events.',
  more: 'Long texts are cut short; timestep tasks export gives them whole.',
  options: { json: JSON_OPTION },
  backend: 'tasks',
  examples: ['timestep tasks show 4f1c', 'timestep tasks show 4f1c --json'],
  async run({ operand, values }, around) {
    const { write } = around;
    const { backend, site } = backendOfTasks(values, around);
    await backend.withTasks(site, 'read', async (tasks) => {
      const task = await tasks.load(operand);
      const transcript = transcriptOf(task);
      const artifacts = artifactsOf(task);
      const events = tasks.events(operand);
      if (isSet(values, 'json')) {
        const log: NumberedEvent[] = [];
        for await (const event of events) log.push(event);
        const shown = { ...summaryOf(task), transcript, artifacts, events: log };
        write(`${JSON.stringify(shown, undefined, 2)}\n`);
        return;
      }
      write(`${summaryText(task).join('\n')}\n`);
      write(`\nTranscript\n${transcriptLines(transcript).join('\n')}\n`);
      const given = artifactLines(artifacts);
      if (given.length > 0) write(`\nArtifacts\n${given.join('\n')}\n`);
      write('\nEvents\n');
      for await (const event of events) write(`${eventLine(event, task.createdAt)}\n`);
    });
    return EXIT.fine;
  },
};
