import type { Planned } from './journey.ts';
import type { KeptTask } from './verdict.ts';

/** The results of a run with kills: journeys, bookings, and the tasks of the coordinator. */
export interface OrchestraRecord {
  readonly planned: readonly Planned[];
  /** Days of journeys without an answer, and the reasons. */
  readonly lost: readonly { readonly day: string; readonly why: string }[];
  readonly bookings: readonly Booking[];
  readonly tasks: readonly KeptTask[];
}

export interface Booking {
  readonly booking: number;
  readonly day: string;
}

/**
 * Returns the violated guarantees: each handle returns its answer, and each journey is booked once.
 */
export function orchestraBreaches({ planned, lost, bookings, tasks }: OrchestraRecord): string[] {
  const unfinished = tasks.filter(({ state }) => state !== 'TASK_STATE_COMPLETED');
  const journeys = planned.length + lost.length;
  return [
    ...lost.map(({ day, why }) => `${day} has no answer: ${why}`),
    ...planned.flatMap((one) => problemsWith(one, bookings)),
    ...unfinished.map(({ id, state }) => `the coordinator's task ${id} is ${state}`),
    ...(tasks.length === journeys
      ? []
      : [`${journeys} journeys made ${tasks.length} tasks of the coordinator`]),
  ];
}

function problemsWith({ day, report, again }: Planned, bookings: readonly Booking[]): string[] {
  const booked = bookings.filter((one) => one.day === day);
  const numbers = booked.map(({ booking }) => booking);
  const expected = `Lisbon on ${day} is booked, number ${numbers[0]}.`;
  const isRight = report.state === 'completed' && report.answer?.startsWith(expected) === true;
  const isSame = again.state === report.state && again.answer === report.answer;
  return [
    ...(numbers.length === 1 ? [] : [`${day} is booked ${numbers.length} times`]),
    ...(isRight ? [] : [`${day} was answered wrongly: ${JSON.stringify(report)}`]),
    ...(isSame ? [] : [`${day} was answered in 2 ways: then ${JSON.stringify(again)}`]),
  ];
}
