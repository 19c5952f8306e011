import type { SessionLine, WaitingTask } from '#people/chat';
import { formatDuration } from '#engine/port';
import type { PickerRow } from './picker.ts';

/** Lists the user's other conversations as rows to choose from. */
export function listOtherSessionRows(
  sessions: readonly SessionLine[],
  now: number,
): readonly PickerRow[] {
  return sessions
    .filter(({ isCurrent }) => !isCurrent)
    .map(({ id, title, updatedAt }) => ({
      value: id,
      text: title === '' ? 'untitled' : title,
      about: formatAge(updatedAt, now),
    }));
}

/** Rows of the tasks that wait for the user. */
export function listInboxRows(tasks: readonly WaitingTask[], now: number): readonly PickerRow[] {
  return tasks.map(({ taskId, agent, question, title, updatedAt }) => ({
    value: taskId,
    text: `${agent}: ${question}`,
    about: `${title} · ${formatAge(updatedAt, now)}`,
  }));
}

/** Says in Markdown how a task of another agent is answered. */
export function describeHowToAnswerElsewhere({ agent, taskId, question }: WaitingTask): string {
  return [
    question,
    `This question is from the agent \`${agent}\`. Answer it with \`timestep tasks resume ${taskId} --message TEXT\`, or see its calls with \`timestep tasks show ${taskId}\`.`,
  ].join('\n\n');
}

function formatAge(at: number, now: number): string {
  return `${formatDuration(Math.max(0, now - at))} ago`;
}
