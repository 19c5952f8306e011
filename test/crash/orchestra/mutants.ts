import type { Edit } from '../edit.ts';
import type { Strike } from './ambushes.ts';

/** A rule, broken on purpose, and kills of which one at least must show it. */
export interface OrchestraMutant {
  /** What is wrong then. */
  readonly name: string;
  readonly edits: readonly Edit[];
  /** Each in a journey of its own. */
  readonly strikes: readonly Strike[];
}

function edit(file: string, from: string, to: string): Edit {
  return { file, from, to };
}

const PARK = 'agents/calling/suspended-call.ts';
const COMMITS: readonly Strike[] = Array.from({ length: 12 }, (_, index) => ({
  role: 'coordinator',
  at: `after commit * ${index + 2}`,
}));

/** Each must be noticed. */
export const ORCHESTRA_MUTANTS: readonly OrchestraMutant[] = [
  {
    name: 'the bridge keeps handles in memory only',
    edits: [
      edit(
        'people/cli/backends/server-backend.ts',
        '  if (isInMemory) {',
        '  if (values !== undefined) {',
      ),
    ],
    strikes: [{ role: 'bridge', at: 'after telling' }],
  },
  {
    name: 'a call of the bridge that is made again is another call',
    edits: [
      edit(
        'agents/calling/request-call.ts',
        'context.key === undefined ? deps.newId()',
        "context.key !== '' ? deps.newId()",
      ),
    ],
    strikes: [{ role: 'bridge', at: 'before telling' }],
  },
  {
    name: 'an answer over the bridge that is made again is another answer',
    edits: [
      edit(
        'agents/calling/agent-tools.ts',
        'sendAnswer(call.tasks, task, call.messageId(), {',
        'sendAnswer(call.tasks, task, crypto.randomUUID(), {',
      ),
    ],
    strikes: [2, 3, 4].map((time) => ({ role: 'bridge', at: `before telling * ${time}` })),
  },
  {
    name: 'a peer is sent the same words as another message',
    edits: [
      edit(
        'protocols/a2a/client/a2a-agent.ts',
        'buildNextMessage(messages, context.key)',
        'buildNextMessage(messages, crypto.randomUUID())',
      ),
    ],
    strikes: [{ role: 'bridge', at: 'after asking' }],
  },
  {
    name: 'a call from inside that is made again is another call',
    edits: [
      edit(
        PARK,
        'messageId: () => deriveMessageId(context.key)',
        'messageId: () => crypto.randomUUID()',
      ),
    ],
    strikes: COMMITS,
  },
  {
    name: 'an answer from inside that is made again is another answer',
    edits: [
      edit(
        PARK,
        'const messageId = deriveMessageId(context.key);',
        'const messageId = crypto.randomUUID();',
      ),
    ],
    strikes: COMMITS,
  },
  {
    name: 'a question is asked again where the process is lost with the answer',
    edits: [
      edit(
        PARK,
        'if (answer && rounds === awaited.length) {',
        'if (answer && rounds === awaited.length && call.context.attempt === 1) {',
      ),
    ],
    strikes: COMMITS,
  },
  {
    name: 'a call whose awaited task has ended is forgotten after a restart',
    edits: [
      edit(
        'engine/runner/sqlite/ownership/runner-heartbeat.ts',
        '  waits.check();\n  outside.wake();',
        '  outside.wake();',
      ),
      // A file in which something is erased is looked at as well.
      edit(
        'engine/runner/sqlite/ownership/runner-heartbeat.ts',
        'checkTasks();\n  waits.check();\n}',
        'checkTasks();\n}',
      ),
    ],
    strikes: COMMITS,
  },
  {
    name: 'what was under way in a crash is not taken up again',
    edits: [
      edit(
        'core/events/recover.ts',
        'if (task.end || isInputRequired(task) || isWaitingOnlyForTasks(task)) return [];',
        'return [];',
      ),
    ],
    strikes: [{ role: 'specialist', at: 'before model' }],
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
    strikes: [{ role: 'specialist', at: 'after booking' }],
  },
  {
    name: 'the stream of a task that waits is read on for ever',
    edits: [
      edit(
        'protocols/a2a/client/send-until-settled.ts',
        'if (id !== undefined && view.task && isRemoteTaskSettled(view.task)) break;',
        '',
      ),
    ],
    strikes: [
      { role: 'coordinator', at: 16 },
      { role: 'coordinator', at: 32 },
    ],
  },
];
