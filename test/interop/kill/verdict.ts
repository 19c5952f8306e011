/** The results of a run with kills: questions, answers, and the stored tasks of the agents. */
export interface KillRecord {
  readonly asked: readonly Asked[];
  /** Every answer that a client received, in order; it may receive the same answer again. */
  readonly told: readonly Told[];
  readonly personal: readonly KeptTask[];
  readonly weather: readonly KeptTask[];
}

export interface Asked {
  readonly messageId: string;
  /** Text that a right answer contains. */
  readonly expected: string;
}

export interface Told {
  readonly messageId: string;
  readonly taskId: string;
  readonly state: string;
  readonly text: string;
}

export interface KeptTask {
  readonly id: string;
  readonly state: string;
  /** Ids of the messages that its clients sent. */
  readonly messageIds: readonly string[];
}

const COMPLETED = 'TASK_STATE_COMPLETED';

/**
 * Returns the violated guarantees: every message is answered once, and no handoff is lost or
 * duplicated.
 */
export function breachesIn({ asked, told, personal, weather }: KillRecord): string[] {
  const tasksOf = byMessage(personal);
  return [
    ...asked.flatMap((one) => [
      ...problemsWithAnswers(one, told),
      ...problemsWithTasks(one.messageId, tasksOf.get(one.messageId) ?? []),
    ]),
    ...problemsWithHandoffs(personal, weather),
  ];
}

function problemsWithAnswers({ messageId, expected }: Asked, told: readonly Told[]): string[] {
  const answers = told.filter((one) => one.messageId === messageId);
  if (answers.length === 0) return [`${messageId} was never answered`];
  const distinct = new Set(answers.map(({ taskId, text }) => `${taskId} ${text}`));
  const doubled = distinct.size > 1 ? [`${messageId} was answered in ${distinct.size} ways`] : [];
  const wrong = answers.find(({ state, text }) => state !== COMPLETED || !text.includes(expected));
  const said = wrong && `${messageId} was answered wrongly: ${wrong.state} "${wrong.text}"`;
  return said === undefined ? doubled : [...doubled, said];
}

function problemsWithTasks(messageId: string, tasks: readonly KeptTask[]): string[] {
  if (tasks.length === 0) return [`${messageId} is in no task`];
  if (tasks.length > 1) return [`${messageId} is in ${tasks.length} tasks`];
  return tasks.every(({ state }) => state === COMPLETED)
    ? []
    : [`the task of ${messageId} ended as ${tasks[0]?.state}`];
}

/** Each question is handed off once, under a unique id. */
function problemsWithHandoffs(
  personal: readonly KeptTask[],
  weather: readonly KeptTask[],
): string[] {
  const twice = [...byMessage(weather)].filter(([, tasks]) => tasks.length > 1);
  const unfinished = weather.filter(({ state }) => state !== COMPLETED);
  return [
    ...twice.map(([messageId, tasks]) => `${messageId} is in ${tasks.length} tasks`),
    ...unfinished.map(({ id, state }) => `the handoff ${id} ended as ${state}`),
    ...(weather.length === personal.length
      ? []
      : [`${personal.length} questions made ${weather.length} handoffs`]),
  ];
}

function byMessage(tasks: readonly KeptTask[]): Map<string, KeptTask[]> {
  const found = new Map<string, KeptTask[]>();
  for (const task of tasks) {
    for (const messageId of new Set(task.messageIds)) {
      found.set(messageId, [...(found.get(messageId) ?? []), task]);
    }
  }
  return found;
}
