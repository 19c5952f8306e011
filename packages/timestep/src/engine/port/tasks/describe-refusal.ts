import type { Failure, Omission, Task } from '#core';

/** Describes for users what a provider refused, and what the next request omits. */
export function describeRefusal({
  error,
  without,
}: {
  readonly error: Failure;
  readonly without: readonly Omission[];
}): string {
  return `${error.message}; the model is asked again without ${describeOmissions(without)}`;
}

/**
 * Describes what requests of a task newly omit, compared with an earlier state. Undefined if they omit
 * nothing new.
 */
export function describeNewOmissions(
  before: Pick<Task, 'omitted'>,
  after: Pick<Task, 'omitted'>,
): string | undefined {
  const known = before.omitted ?? [];
  const added = after.omitted?.filter((one) => !known.includes(one)) ?? [];
  return added.length === 0 ? undefined : `the model was asked without ${describeOmissions(added)}`;
}

/** Describes what requests of a task omit or have omitted. Undefined: nothing. */
export function describeTaskOmissions(task: Pick<Task, 'omitted' | 'refusal'>): string | undefined {
  return task.refusal ? describeRefusal(task.refusal) : describeNewOmissions({}, task);
}

function describeOmissions(omissions: readonly Omission[]): string {
  const tools = omissions.flatMap((one) => (one.kind === 'tool' ? [one.name] : []));
  const isShortened = omissions.some(({ kind }) => kind === 'context');
  const isCut = omissions.some(({ kind }) => kind === 'text');
  const earlier = omissions.findLast((one) => one.kind === 'earlier');
  const messages = omissions.filter(({ kind }) => kind === 'message').length;
  const named = [
    ...(messages === 0 ? [] : [messages === 1 ? 'one part' : `${messages} parts`]),
    ...(isCut ? ['the middle of long texts'] : []),
    ...(isShortened ? ['texts that were selected for the message'] : []),
    ...(earlier ? [`the first ${earlier.index} messages`] : []),
    ...(tools.length === 0 ? [] : [`the tools ${tools.join(', ')}`]),
  ];
  return named.join(', ') || 'nothing';
}
