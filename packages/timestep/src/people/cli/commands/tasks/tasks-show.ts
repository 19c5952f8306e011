import { listArtifacts, buildTranscript, type NumberedEvent } from '#core';
import { writeNewFile } from '../../output/new-file.ts';
import { formatJson } from '../../output/plain-text.ts';
import { chooseTaskBackend } from '../../backends/choose-backend.ts';
import { JSON_OPTION, type Command } from '../../command.ts';
import { formatEventLine } from './event-line.ts';
import { loadTaskTree } from '#people/view';
import { getTerminalWidth } from '../../output/terminal-width.ts';
import { expandTaskId } from './require-task-id.ts';
import { formatTaskTreeLines } from './run-text.ts';
import { formatArtifacts, taskToJson, formatTask, formatTranscript } from './task-text.ts';

export const tasksShow: Command = {
  usage: 'tasks show <id>',
  about:
    'Shows a task: a summary, the run with all agents that it asked, its transcript, its artifacts and its events.',
  more: 'Long texts are truncated. Export them completely with timestep tasks export.',
  options: {
    html: {
      value: 'FILE',
      about: 'writes the run with all agents that it asked as one HTML page',
    },
    json: JSON_OPTION,
  },
  backend: 'tasks',
  examples: [
    'timestep tasks show 4f1c',
    'timestep tasks show 4f1c --html run.html',
    'timestep tasks show 4f1c --json',
  ],
  async run({ operand, values }, context) {
    const { write } = context;
    const { backend, location } = chooseTaskBackend(values, context);
    await backend.withTasks(location, 'read', async (tasks) => {
      const id = await expandTaskId(tasks, operand);
      const html = values.text('html');
      if (html !== undefined) {
        const { renderTaskHtml } = await import('#people/page');
        await writeNewFile(html, renderTaskHtml(tasks, id, context.now));
        write(`written: ${html}\n`);
        return;
      }
      const task = await tasks.load(id);
      const transcript = buildTranscript(task);
      const artifacts = listArtifacts(task);
      const events = tasks.events(id);
      if (values.isSet('json')) {
        const log: NumberedEvent[] = [];
        for await (const event of events) log.push(event);
        const shown = { ...taskToJson(task), transcript, artifacts, events: log };
        write(formatJson(shown, 2));
        return;
      }
      write(`${formatTask(task).join('\n')}\n`);
      const tree = await loadTaskTree(tasks, id, context.now);
      if (tree.tasks.length > 1) {
        const lines = formatTaskTreeLines(tree, context.now, getTerminalWidth(context));
        write(['', ...lines, ''].join('\n'));
      }
      write(`\nTranscript\n${formatTranscript(transcript).join('\n')}\n`);
      const given = formatArtifacts(artifacts);
      if (given.length > 0) write(`\nArtifacts\n${given.join('\n')}\n`);
      write('\nEvents\n');
      for await (const event of events) write(`${formatEventLine(event, task.createdAt)}\n`);
    });
  },
};
