import { randomUUID } from 'node:crypto';
import { omitUndefined, type ApprovalDecision, formatForeignLine } from '#core';
import type { InterruptedCall, ResumeAnswer, ResumedTask } from '#engine/port';
import { chooseTaskBackend } from '../../backends/choose-backend.ts';
import { createUsageError } from '../../command-error.ts';
import { JSON_OPTION, type Command, type OptionValues } from '../../command.ts';
import { formatResult } from '../../output/plain-text.ts';
import { expandTaskIdInDatabase } from './require-task-id.ts';

export const tasksResume: Command = {
  usage: 'tasks resume <id>',
  about: 'Resumes a task: releases it from a crashed or hanging process, or answers it.',
  more: 'A running server for its agent continues it immediately, or within seconds if it is idle. timestep tasks show shows what a task waits for. Where workers release tasks by themselves, this command only answers them.',
  options: {
    message: { value: 'TEXT', about: 'sends this message to the task, as its user' },
    approve: { value: 'CALL', about: 'approves this tool call' },
    deny: { value: 'CALL', about: 'denies this tool call' },
    reason: { value: 'TEXT', about: 'reason for denying, which is shown to the model' },
    json: JSON_OPTION,
  },
  backend: 'running',
  examples: [
    'timestep tasks resume 4f1c',
    'timestep tasks resume 4f1c --message "use the second one"',
    'timestep tasks resume 4f1c --deny call-1 --reason "not on a Sunday"',
    "timestep tasks resume 4f1c --approve call-1 --database '${env:DATABASE_URL}'",
  ],
  async run({ operand, values }, context) {
    const { now, write } = context;
    const answer = readResumeAnswer(values);
    const { backend, location } = chooseTaskBackend(values, context);
    const id = await expandTaskIdInDatabase(backend, location, operand);
    const resumed = await backend.resume(location, id, now, answer);
    write(
      formatResult(values, resumedToJson(resumed, answer), formatResumedTask(resumed, answer), 2),
    );
  },
};

function readResumeAnswer(values: OptionValues): ResumeAnswer | undefined {
  const message = values.text('message');
  const approvals = readApprovals(values);
  if (message === undefined && approvals.length === 0) return undefined;
  return {
    messageId: randomUUID(),
    ...(message !== undefined && { message: { role: 'user', content: message } }),
    ...(approvals.length > 0 && { approvals }),
    by: { entry: 'terminal' },
  };
}

function readApprovals(values: OptionValues): ApprovalDecision[] {
  const [approved, denied] = [values.text('approve'), values.text('deny')];
  const reason = values.text('reason');
  if (reason !== undefined && denied === undefined)
    throw createUsageError('--reason requires --deny');
  if (approved !== undefined && approved === denied) {
    throw createUsageError(`"${approved}" is both approved and denied`);
  }
  return [
    ...(approved === undefined ? [] : [{ callId: approved, approved: true }]),
    ...(denied === undefined ? [] : [omitUndefined({ callId: denied, approved: false, reason })]),
  ];
}

function resumedToJson(resumed: ResumedTask, answer: ResumeAnswer | undefined): unknown {
  const { task, owner, ownerStatus, isReleased, interruptedCalls } = resumed;
  return {
    id: task.id,
    state: task.state,
    agent: task.origin.agent,
    owner,
    owner_life: ownerStatus,
    freed: isReleased,
    cut_off: interruptedCalls.map((call) => ({ ...call, next: describeNextStep(call) })),
    message_id: answer?.messageId ?? null,
  };
}

function formatResumedTask(resumed: ResumedTask, answer: ResumeAnswer | undefined): string[] {
  const { task, owner, ownerStatus, isReleased, interruptedCalls, continuesIn } = resumed;
  const said = ownerStatus === 'gone' ? 'has ended' : 'does not respond';
  return [
    ...(isReleased
      ? [`task ${task.id} was released: ${owner ? `process ${owner}` : 'its process'} ${said}`]
      : []),
    ...interruptedCalls.map(
      (call) => `${call.name ?? 'the model call'} was interrupted: ${describeNextStep(call)}`,
    ),
    ...(answer ? [`task ${task.id} received the answer`] : []),
    `a ${continuesIn} for ${task.origin.agent} on this database will continue it`,
  ].map(formatForeignLine);
}

const NEXT_STEPS: Readonly<Record<NonNullable<InterruptedCall['replay']>, string>> = {
  safe: 'it will be repeated',
  key: 'it will be repeated with the same idempotency key',
  probe: 'the tool will be asked whether it ran',
  never: 'it will not be repeated; the model will read that the call may have been made',
};

function describeNextStep({ what, replay = 'never' }: InterruptedCall): string {
  return NEXT_STEPS[what === 'model' ? 'safe' : replay];
}
