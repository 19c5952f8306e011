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

const CALLING = 'calling/calling-tools.ts';
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
        'cli/served-on.ts',
        '  return isInMemory\n    ? {',
        '  return values !== undefined\n    ? {',
      ),
    ],
    strikes: [{ role: 'bridge', at: 'after telling' }],
  },
  {
    name: 'a call of the bridge that is made again is another call',
    edits: [
      edit(
        'calling/bridge-call.ts',
        'key === undefined ? bridge.newId()',
        "key !== '' ? bridge.newId()",
      ),
    ],
    strikes: [{ role: 'bridge', at: 'before telling' }],
  },
  {
    name: 'an answer over the bridge that is made again is another answer',
    edits: [
      edit(
        'calling/bridge-tools.ts',
        'sendTo(call, task, messageIdOf(call), said)',
        'sendTo(call, task, crypto.randomUUID(), said)',
      ),
    ],
    strikes: [2, 3, 4].map((time) => ({ role: 'bridge', at: `before telling * ${time}` })),
  },
  {
    name: 'a peer is sent the same words as another message',
    edits: [
      edit(
        'a2a/client/a2a-agent.ts',
        'nextMessage(messages, context.key)',
        'nextMessage(messages, crypto.randomUUID())',
      ),
    ],
    strikes: [{ role: 'bridge', at: 'after asking' }],
  },
  {
    name: 'a call from inside that is made again is another call',
    edits: [
      edit(
        CALLING,
        "messageId: digestOf(key),\n      message: { role: 'user', content: message },",
        "messageId: crypto.randomUUID(),\n      message: { role: 'user', content: message },",
      ),
    ],
    strikes: COMMITS,
  },
  {
    name: 'an answer from inside that is made again is another answer',
    edits: [
      edit(
        'calling/park.ts',
        'messageId: digestOf(context.key)',
        'messageId: crypto.randomUUID()',
      ),
    ],
    strikes: COMMITS,
  },
  {
    name: 'a question is asked again where the process is lost with the answer',
    edits: [
      edit(
        'calling/park.ts',
        'if (answer && rounds === awaited.length) {',
        'if (answer && rounds === awaited.length && call.context.attempt === 1) {',
      ),
    ],
    strikes: COMMITS,
  },
  {
    name: 'a call whose awaited task has ended is forgotten after a restart',
    edits: [
      edit('runner/sqlite/rounds.ts', '  waits.look();\n  outside.wake();', '  outside.wake();'),
      // A file in which something is erased is looked at as well.
      edit('runner/sqlite/rounds.ts', 'review();\n  waits.look();\n}', 'review();\n}'),
    ],
    strikes: COMMITS,
  },
  {
    name: 'what was under way in a crash is not taken up again',
    edits: [
      edit(
        'core/recover.ts',
        'if (task.end || task.isHeld || isInterrupted(task) || isSuspended(task)) return [];',
        'return [];',
      ),
    ],
    strikes: [{ role: 'specialist', at: 'before model' }],
  },
  {
    name: 'a call that is made again has another key',
    edits: [
      edit(
        'core/decide.ts',
        'key: callKeyOf(task, state)',
        'key: `${callKeyOf(task, state)}:${attempt}`',
      ),
    ],
    strikes: [{ role: 'specialist', at: 'after booking' }],
  },
  {
    name: 'the stream of a task that waits is read on for ever',
    edits: [
      edit('a2a/client/connect.ts', 'if (before && view.task && isSettled(view.task)) break;', ''),
    ],
    strikes: [
      { role: 'coordinator', at: 16 },
      { role: 'coordinator', at: 32 },
    ],
  },
];
