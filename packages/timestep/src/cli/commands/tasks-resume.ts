import { randomUUID } from 'node:crypto';
import type { ApprovalDecision } from '../../core/index.ts';
import type { CutOffCall, ResumeAnswer, Resumed } from '../../port/index.ts';
import { backendOfTasks } from '../choose-backend.ts';
import { usage } from '../command-error.ts';
import { EXIT, isSet, JSON_OPTION, textOf, type Command, type OptionValues } from '../command.ts';
import { plainLine } from '../plain-text.ts';

export const tasksResume: Command = {
  words: ['tasks', 'resume'],
  operand: '<id>',
  about: 'Makes a task continue: frees it from a process that is gone or hangs, or answers it.',
  more: 'A running server for its agent continues it: at once, or within seconds where it has nothing else to do. timestep tasks show says what a task waits for. Where workers free tasks by themselves, this only answers them.',
  options: {
    message: { type: 'string', value: 'TEXT', about: 'says this to the task, as its user' },
    approve: { type: 'string', value: 'CALL', about: 'lets the call be made' },
    deny: { type: 'string', value: 'CALL', about: 'does not let the call be made' },
    reason: { type: 'string', value: 'TEXT', about: 'why it is denied, for the model to read' },
    json: JSON_OPTION,
  },
  backend: 'running',
  examples: [
    'timestep tasks resume 4f1c',
    'timestep tasks resume 4f1c --message "use the second one"',
    'timestep tasks resume 4f1c --deny call-1 --reason "not on a Sunday"',
    "timestep tasks resume 4f1c --approve call-1 --database '${env:DATABASE_URL}'",
  ],
  async run({ operand, values }, around) {
    const { now, write } = around;
    const answer = answerOf(values);
    const { backend, site } = backendOfTasks(values, around);
    const resumed = await backend.resume(site, operand, now, answer);
    write(
      isSet(values, 'json')
        ? `${JSON.stringify(jsonOf(resumed, answer), undefined, 2)}\n`
        : `${linesOf(resumed, answer).join('\n')}\n`,
    );
    return EXIT.fine;
  },
};

function answerOf(values: OptionValues): ResumeAnswer | undefined {
  const message = textOf(values, 'message');
  const approvals = approvalsOf(values);
  if (message === undefined && approvals.length === 0) return undefined;
  return {
    messageId: randomUUID(),
    ...(message !== undefined && { message: { role: 'user', content: message } }),
    ...(approvals.length > 0 && { approvals }),
  };
}

function approvalsOf(values: OptionValues): ApprovalDecision[] {
  const [approved, denied] = [textOf(values, 'approve'), textOf(values, 'deny')];
  const reason = textOf(values, 'reason');
  if (reason !== undefined && denied === undefined) throw usage('--reason needs --deny');
  if (approved !== undefined && approved === denied) {
    throw usage(`"${approved}" is both approved and denied`);
  }
  return [
    ...(approved === undefined ? [] : [{ callId: approved, approved: true }]),
    ...(denied === undefined
      ? []
      : [{ callId: denied, approved: false, ...(reason !== undefined && { reason }) }]),
  ];
}

function jsonOf(resumed: Resumed, answer: ResumeAnswer | undefined): unknown {
  const { task, owner, ownerLife, isFreed, cutOff } = resumed;
  return {
    id: task.id,
    state: task.state,
    agent: task.origin.agent,
    owner,
    owner_life: ownerLife,
    freed: isFreed,
    cut_off: cutOff.map((call) => ({ ...call, next: nextOf(call) })),
    message_id: answer?.messageId ?? null,
  };
}

function linesOf(resumed: Resumed, answer: ResumeAnswer | undefined): string[] {
  const { task, owner, ownerLife, isFreed, cutOff, goesOnIn } = resumed;
  const said = ownerLife === 'gone' ? 'has ended' : 'gives no sign of life';
  return [
    ...(isFreed
      ? [`task ${task.id} is freed: ${owner ? `process ${owner}` : 'its process'} ${said}`]
      : []),
    ...cutOff.map((call) => `${call.name ?? 'the model call'} was cut off: ${nextOf(call)}`),
    ...(answer ? [`task ${task.id} has its answer`] : []),
    `a ${goesOnIn} for ${task.origin.agent} on this database continues it`,
  ].map(plainLine);
}

function nextOf({ what, replay = 'never' }: CutOffCall): string {
  if (what === 'model') return 'it is made again';
  switch (replay) {
    case 'safe':
      return 'it is made again';
    case 'key':
      return 'it is made again with the same key';
    case 'probe':
      return 'the tool is asked whether it ran';
    case 'never':
      return 'it is not made again, and the model reads that it may have run';
  }
}
