import { edit, FENCED, killed, type Mutant, SHARED, WORDED } from './mutant.ts';
import type { SceneName } from './scenario.ts';

const WRITING = 'engine/runner/sqlite/tasks/append-task.ts';
const CLAIMS = 'engine/runner/sqlite/ownership/task-claims.ts';
const INTAKE = 'engine/runner/sqlite/messages/accept-submission.ts';
const HEARTBEAT = 'engine/runner/sqlite/ownership/runner-heartbeat.ts';
const BATCHES = 'engine/runner/sqlite/file/batch-writer.ts';
const OUTBOX = 'engine/store/outbox/sql-outbox.ts';

const OF_MESSAGES: readonly Mutant[] = [
  {
    name: 'accepted tasks are deleted by a crash',
    edits: [
      edit(
        CLAIMS,
        '`UPDATE task SET owner = :owner, epoch = epoch + 1\n         WHERE owner = :from AND ${condition}',
        "`DELETE FROM task WHERE :owner <> '' AND owner = :from AND ended = 0",
      ),
    ],
    trial: killed('after accepting m3'),
  },
  {
    name: 'a second message is acknowledged before it is durable',
    edits: [
      edit(
        INTAKE,
        'return appended;',
        'appended.catch(() => undefined);\n  return loaded.log.task;',
      ),
    ],
    trial: killed('before accepting m6 > before commit', ['talked']),
  },
  {
    name: 'a new task is acknowledged before it is durable',
    edits: [
      edit(
        'engine/runner/sqlite/tasks/task-host.ts',
        'await stored;',
        'stored.catch(() => undefined);',
      ),
    ],
    trial: killed('before accepting m3 > before commit'),
  },
  {
    name: 'a message that is sent again makes another task',
    edits: [
      edit(INTAKE, 'const earlier = inbound.find(submission);', 'const earlier = undefined;'),
      edit(
        'engine/runner/sqlite/messages/inbound-table.ts',
        'INSERT INTO inbound',
        'INSERT OR REPLACE INTO inbound',
      ),
    ],
    trial: killed('after accepting m1', ['approved']),
  },
  {
    name: 'another body under a known message id is taken for the same',
    edits: [edit(INTAKE, 'task && earlier.bodyHash === bodyHash', 'task')],
    trial: killed('after accepting m1', ['approved']),
  },
  {
    name: 'the writes of a commit are not one transaction',
    edits: [edit(BATCHES, '    begin.run();\n', ''), edit(BATCHES, '    commit.run();\n', '')],
    trial: killed('before accepting m3 > inside commit'),
  },
];

const OF_QUESTIONS: readonly Mutant[] = [
  {
    name: 'an answer is acknowledged before it is durable',
    edits: [
      edit(
        INTAKE,
        'return appended;',
        'appended.catch(() => undefined);\n  return loaded.log.task;',
      ),
    ],
    trial: killed('before accepting m18 > before commit', ['asked']),
  },
  {
    name: 'a call has the same key before and after an answer',
    edits: [
      edit(
        'core/task/task.ts',
        'const rounds = answers.length +',
        'const rounds = 0 * answers.length +',
      ),
    ],
    trial: killed('after ask', ['asked']),
  },
  {
    name: 'a tool is not given back what it must know again',
    edits: [
      edit(
        'core/apply/apply-call.ts',
        '{ ...said, question: asked.question }',
        '{ ...said, question: { ...asked.question, state: {} } }',
      ),
    ],
    trial: killed('after ask', ['asked']),
  },
];

const AWAITED: readonly SceneName[] = ['awaited'];

const OF_WAITS: readonly Mutant[] = [
  {
    name: 'a call whose awaited task has ended is forgotten after a restart',
    edits: [
      edit(HEARTBEAT, '  waits.check();\n  outside.wake();', '  outside.wake();'),
      // A file in which something is erased is looked at as well.
      edit(HEARTBEAT, 'checkTasks();\n  waits.check();\n}', 'checkTasks();\n}'),
    ],
    trial: killed('after model * 3 > after commit', AWAITED),
  },
  {
    name: 'a call goes on twice with what became of one task',
    edits: [
      edit(
        'core/events/mailbox.ts',
        "return [{ type: 'call.resumed', callId: call.id, outcome: known }];",
        "return ([1, 2] as const).map(() => ({ type: 'call.resumed', callId: call.id, outcome: known }));",
      ),
      edit('core/apply/apply-call.ts', '    if (!awaits) return;\n', ''),
    ],
    trial: killed('before suspending', AWAITED),
  },
  {
    name: 'that a task is settled is not noted for the calls that wait for it',
    edits: [
      edit(
        'engine/runner/sqlite/waits/wait-table.ts',
        'return (yield* execute(sql, { settledId })) > 0;',
        'return sql === undefined;',
      ),
    ],
    trial: killed('before suspending', AWAITED),
  },
  {
    name: 'a call has the same key before and after it has waited',
    edits: [
      edit(
        'core/task/task.ts',
        'const rounds = answers.length + awaited.length + askedAgain;',
        'const rounds = answers.length + 0 * awaited.length;',
      ),
    ],
    trial: killed('before suspending', AWAITED),
  },
];

const OF_EFFECTS: readonly Mutant[] = [
  {
    name: 'what was under way in a crash is not taken up again',
    edits: [
      edit(
        'core/events/recover.ts',
        'if (task.end || isInputRequired(task) || isWaitingOnlyForTasks(task)) return [];',
        'return [];',
      ),
    ],
    trial: killed('after model'),
  },
  {
    name: 'a tool that must be asked first is run again unasked',
    edits: [
      edit('engine/runner/effects/call-tool.ts', "attempt > 1 && tool.replay === 'probe'", 'false'),
    ],
    trial: killed('after order'),
  },
  {
    name: 'a tool that may not be repeated is run again',
    edits: [
      edit(
        'core/apply/apply-call.ts',
        "cut !== undefined && (cut.replay !== 'never' || hasRemoteTask(cut))",
        'cut !== undefined',
      ),
    ],
    trial: killed('after shout'),
  },
  {
    name: 'tools run before their intents are on disk',
    edits: [
      edit(
        'core/decide/drive.ts',
        'if (writing) await writing;\n    await runToolCalls(',
        'await runToolCalls(',
      ),
    ],
    trial: killed('before shout > before commit'),
  },
  {
    name: 'models are called before their intents are on disk',
    edits: [
      edit(
        'core/decide/drive.ts',
        'if (writing) await writing;\n        recordEvent(await effects.callModel',
        'recordEvent(await effects.callModel',
      ),
    ],
    trial: killed('after order > before model > before commit'),
  },
  {
    name: 'a call that is made again has another key',
    edits: [
      edit(
        'core/decide/decide.ts',
        'key: getCallKey(task, callState)',
        'key: `${getCallKey(task, callState)}:${attempt}`',
      ),
    ],
    trial: killed('after book'),
  },
  {
    name: 'a call that is made again counts as the same attempt',
    edits: [edit('core/decide/decide.ts', 'attempt: task.attempt + 1', 'attempt: 1')],
    trial: killed('after model'),
  },
  {
    name: 'the result of a call that was made again is recorded for another',
    edits: [
      edit(
        'engine/runner/effects/call-tool.ts',
        'guardedResultToEvent(callId, isThenable(passing)',
        "guardedResultToEvent(attempt > 1 ? 'call-look' : callId, isThenable(passing)",
      ),
    ],
    trial: killed('after book'),
  },
  {
    name: 'an approved call is asked for again',
    edits: [
      edit(
        'core/apply/apply-call.ts',
        "    call.status = 'planned';\n  });",
        "    call.status = 'planned';\n    call.approval = 'requested';\n  });",
      ),
    ],
    trial: killed('after pay'),
  },
  {
    name: 'a cancel that was recorded does not end its task',
    edits: [
      edit(
        'core/decide/decide.ts',
        "  if (task.cancelRequested) return { do: 'finish', state: 'canceled', reason: 'canceled' };\n",
        '',
      ),
    ],
    trial: killed('before canceling', ['canceled']),
  },
];

const OF_THE_STORE: readonly Mutant[] = [
  {
    name: 'how far receivers were told is not kept',
    edits: [
      edit(OUTBOX, '{ sent, until, taskId', '{ sent: 0, until, taskId'),
      edit(OUTBOX, '{ sent, dueAt, failures', '{ sent: 0, dueAt, failures'),
    ],
    trial: killed('after telling * 4'),
  },
  {
    name: 'a receiver whose sender was killed is forgotten',
    edits: [
      edit(OUTBOX, '{ now, until, holder, most }', '{ now, until: until + 9e12, holder, most }'),
      edit(OUTBOX, '{ ...values, until, holder }', '{ ...values, until: until + 9e12, holder }'),
    ],
    trial: killed('before telling'),
  },
  {
    name: 'a snapshot leaves out the calls that are open',
    edits: [
      edit(
        'engine/runner/sqlite/tasks/task-write.ts',
        'encodeSnapshotUnlessTooLarge(task)',
        'encodeSnapshotUnlessTooLarge({ ...task, calls: [] })',
      ),
    ],
    trial: killed('before model * 2', ['busy']),
  },
  {
    name: 'contents that others hold are erased with an old task',
    edits: [
      edit(
        'engine/store/contents/blob-rows.ts',
        '\n         AND NOT EXISTS (SELECT 1 FROM blob_use WHERE hash = :hash)',
        '',
      ),
    ],
    trial: killed('after accepting m7', ['measured', 'continued']),
  },
  {
    name: 'old tasks are erased though they wait',
    edits: [
      edit(
        'engine/store/tasks/prune-tasks.ts',
        "const ENDED_AFTER = 'ended = 1 AND ",
        "const ENDED_AFTER = '",
      ),
      edit(
        'engine/runner/sqlite/upkeep/erasing-table.ts',
        'DELETE FROM task WHERE id = :taskId AND ended = 1',
        'DELETE FROM task WHERE id = :taskId',
      ),
    ],
    trial: killed('after accepting m7', ['measured', 'continued']),
  },
];

const OF_OWNERS: readonly Mutant[] = [
  {
    name: 'a process that was taken for dead may write',
    edits: [
      edit(
        WRITING,
        'owner = :owner AND epoch = :epoch AND',
        'length(:owner) > 0 AND :epoch > 0 AND',
      ),
    ],
    trial: FENCED,
  },
  {
    name: 'a takeover does not raise the epoch',
    edits: [
      edit(CLAIMS, 'epoch = epoch + 1\n       WHERE id', 'epoch = epoch\n       WHERE id'),
      edit(
        CLAIMS,
        'epoch = epoch + 1\n         WHERE owner',
        'epoch = epoch\n         WHERE owner',
      ),
      edit(
        'engine/runner/sqlite/tasks/load-into-memory.ts',
        'add(task, epoch + 1)',
        'add(task, epoch)',
      ),
    ],
    trial: FENCED,
  },
  {
    name: 'the lease of a process is never looked at',
    edits: [edit('engine/runner/sqlite/ownership/ownership.ts', 'leaseUntil >= now', 'true')],
    // A process that is stopped inside a commit keeps the file to itself, and goes on first.
    trial: { how: 'stopped', at: 'after look', scenes: WORDED },
    tries: 4,
  },
  {
    name: 'mail is removed before it is taken',
    edits: [
      edit(
        'engine/runner/sqlite/tasks/task-runs.ts',
        'appended.push(log.appendAll(events, () => mail.remove(pending.id)));',
        'mail.remove(pending.id);\n      appended.push(log.appendAll(events));',
      ),
    ],
    // The commit may be the one that takes the mail, or another: that is up to two processes.
    trial: { how: 'beside', at: 'after model * 2 > before commit * 3', scenes: SHARED },
    tries: 8,
  },
  {
    name: 'a cancel that another process sent is not taken',
    edits: [
      edit(
        'core/events/mailbox.ts',
        "return task.cancelRequested ? [] : [{ type: 'cancel.requested' }];",
        'return [];',
      ),
    ],
    trial: { how: 'beside', at: 0, scenes: SHARED },
  },
  {
    name: 'a task ends though it has mail',
    edits: [edit(WRITING, 'end && run(hasMail(id))', 'false && run(hasMail(id))')],
    trial: { how: 'beside', at: 0, scenes: SHARED },
    tries: 6,
  },
];

const OF_WIRES: readonly Mutant[] = [
  {
    name: 'a peer is sent the same words as another message',
    edits: [
      edit(
        'protocols/a2a/client/a2a-agent.ts',
        'buildNextMessage(messages, context.key)',
        'buildNextMessage(messages, crypto.randomUUID())',
      ),
    ],
    trial: killed('before serving * 2 > after commit', ['delegated']),
  },
  {
    name: 'work is handed over again as another message',
    edits: [edit('agents/calling/client/client.ts', "deriveMessageId(key, 'handoff')", 'newId()')],
    trial: killed('after model > before serving * 3 > after commit', ['handed']),
  },
  {
    name: 'a response that a killed process was making is left as it is',
    edits: [
      edit(
        'protocols/responses/serve/response-sweep.ts',
        'const record of found)',
        'const record of names ? [] : found)',
      ),
      // A caller that asks for it has it read from the log as well.
      edit(
        'protocols/responses/serve/current-state.ts',
        "status !== 'in_progress' || ",
        "status !== '' || ",
      ),
    ],
    trial: killed('before file', ['background']),
  },
  {
    name: 'a response that goes on with a decision is thought to end where the call had waited',
    edits: [
      edit(
        'protocols/responses/serve/response-run.ts',
        'generation: from.generation,\n    begunIn: from.state,',
        'generation: from.generation - 1,',
      ),
    ],
    trial: killed('after accepting m16', ['signed']),
  },
  {
    name: 'what was chosen for a message is chosen anew for each step',
    edits: [
      edit(
        'core/decide/decide.ts',
        'task.selects && task.turnSteps === 0 && task.attempt === 0 && !task.selection',
        'task.selects && task.attempt === 0',
      ),
    ],
    trial: killed('after model > before commit * 2', ['chosen']),
  },
  {
    name: 'an approval is asked for, and not waited for',
    edits: [
      edit(
        'core/decide/drive.ts',
        '...(reason && { reason }) });\n      } else {',
        '...(reason && { reason }) });\n      }\n      {',
      ),
    ],
    trial: killed('before sign', ['signed']),
  },
];

/** A rule of exports, broken on purpose, and where a process is killed so that it shows. */
export interface ExportMutant extends Pick<Mutant, 'name' | 'edits'> {
  readonly kill: { readonly point: string; readonly at: number };
}

const EXPORT = 'protocols/trace/export/export-due-tasks.ts';
const CLAIM = 'claimed = await traces.claim(parts);';
const SEND = 'losses.record(await send(spans, signal).catch(() => lost));';

/** Each must be noticed where spans are counted. */
export const EXPORT_MUTANTS: readonly ExportMutant[] = [
  {
    name: 'spans are claimed after they were sent',
    edits: [
      edit(EXPORT, CLAIM, 'claimed = parts.map(() => 0);'),
      edit(EXPORT, SEND, `${SEND}\n  await traces.claim(parts);`),
    ],
    kill: { point: 'after sending', at: 1 },
  },
  {
    name: 'what was claimed before is sent again',
    edits: [edit(EXPORT, CLAIM, 'claimed = (await traces.claim(parts)).map(() => 0);')],
    kill: { point: 'after sending', at: 1 },
  },
];

/** Each must be noticed. */
export const MUTANTS: readonly Mutant[] = [
  ...OF_MESSAGES,
  ...OF_QUESTIONS,
  ...OF_WAITS,
  ...OF_EFFECTS,
  ...OF_THE_STORE,
  ...OF_OWNERS,
  ...OF_WIRES,
];
