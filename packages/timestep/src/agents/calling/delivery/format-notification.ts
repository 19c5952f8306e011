import { formatQuestion, type TaskOutcome } from '#core';

/** Formats the message that tells an agent about a change of a task that it no longer waits for. */
export function formatNotification(
  agent: string,
  outcome: TaskOutcome,
  { asks }: { readonly asks: boolean },
): string {
  const { task_id: id, approvals = [], question, artifacts = [], error, text = '', cut } = outcome;
  const from = `This is a message of the agent ${agent}, not of your user.`;
  const about = `the task ${id} that you gave it`;
  const answered = asks
    ? 'get_task puts that to your user, and answer_task answers in your own words'
    : 'answer it with answer_task';
  if (approvals.length > 0) {
    const calls = approvals.map(({ name, arguments: args }) => `${name}(${args})`).join(' and ');
    const advice = asks ? 'get_task asks your user' : 'cancel the task, or leave it';
    return `${from} In ${about} it waits for a person to decide about ${calls}: ${advice}.`;
  }
  if (question) {
    return `${from} In ${about} it asks (${answered}):\n\n${formatQuestion(question)}`;
  }
  if (outcome.state === 'input-required') {
    return `${from} In ${about} it waits for a person: get_task tells more.`;
  }
  if (outcome.state !== 'completed') {
    const why = error ? `: ${error.message}` : '';
    return `${from} ${agent} has ended the task ${id} that you gave it as ${outcome.state}${why}`;
  }
  const gave =
    artifacts.length > 0 || cut
      ? ' get_task has all of it, with what it gave beside its words.'
      : '';
  return `${from} ${agent} has completed the task ${id} that you gave it.${gave} Its answer:\n\n${text}`;
}
