import type { WorkflowTally } from './workflow-history.ts';

/** Counts of one conversation and its processes. */
export interface Tally {
  readonly turns: number;
  /** Ids of messages that agent B has received, according to agent A's journal. */
  readonly sent: readonly string[];
  /** Ids of messages in agent B's journal. */
  readonly persisted: readonly string[];
  /** Ids of replies in agent A's journal, in order. */
  readonly replies: readonly string[];
  /** Number of repeated replies that agent A did not add to its journal. */
  readonly duplicateReplies: number;
  /** Whether agent B had stored the last message before it crashed. */
  readonly isPersistedBeforeCrash: boolean;
  /** Exit codes of agent B's exited processes; `null` for a killed process. */
  readonly crashes: readonly (number | null)[];
  /** Number of restarts of agent B. */
  readonly restarts: number;
  /** Number of model calls per message. */
  readonly modelCalls: Readonly<Record<string, number>>;
  /** The final states of agent A's side and agent B's side. */
  readonly states: readonly [string, string];
  /** On Temporal: Temporal's records of agent B's side. */
  readonly workflows?: WorkflowTally;
}

interface Row {
  readonly name: string;
  readonly found: string;
  readonly expected: string;
  readonly holds: boolean;
}

export interface Verdict {
  readonly ok: boolean;
  readonly rows: readonly Row[];
}

/** Compares the counts with the expected counts. The verdict is ok only if all rows are. */
export function createVerdict(tally: Tally): Verdict {
  const { turns, sent, persisted, replies, modelCalls } = tally;
  const messages = Array.from({ length: turns }, (_, index) => `m${index + 1}`);
  const shownTwice = replies.length - new Set(replies).size;
  const rows = [
    createRow('messages sent', formatIds(sent), formatIds(messages)),
    createRow('messages persisted', formatIds(persisted), formatIds(messages)),
    createRow('persisted before the crash', formatYesNo(tally.isPersistedBeforeCrash), 'yes'),
    createRow('replies received', formatIds(replies), formatIds(messages.map((id) => `r-${id}`))),
    createRow(
      `duplicate replies shown, of ${tally.duplicateReplies} seen`,
      String(shownTwice),
      '0',
    ),
    createRow('restarts of agent B', String(tally.restarts), '1'),
    createRow('exit code of the crash', tally.crashes.map(String).join(', ') || 'no crash', '1'),
    createRow(
      'model calls',
      formatCounts(modelCalls),
      formatCounts(Object.fromEntries(messages.map((id) => [id, 1]))),
    ),
    createRow('final states', tally.states.join(', '), 'COMPLETED, completed'),
    ...(tally.workflows ? createWorkflowRows(tally.workflows, messages) : []),
  ];
  return { ok: rows.every(({ holds }) => holds), rows };
}

/**
 * Checks Temporal's records. The crashing tool is expected twice: it is run once, and its marker is
 * checked once.
 */
function createWorkflowRows(
  { statuses, signals, tools }: WorkflowTally,
  messages: readonly string[],
): readonly Row[] {
  const { send_reply: sends = 0, execute_order_66: crashes = 0 } = tools;
  return [
    createRow('workflows of agent B', formatIds(statuses), '1: COMPLETED'),
    createRow('inbound_message signals', formatIds(signals), formatIds(messages)),
    createRow('activities that send a reply', String(sends), String(messages.length)),
    createRow('activities of the crash', String(crashes), '2'),
  ];
}

function createRow(name: string, found: string, expected: string): Row {
  return { name, found, expected, holds: found === expected };
}

function formatYesNo(holds: boolean): string {
  return holds ? 'yes' : 'no';
}

function formatIds(ids: readonly string[]): string {
  return `${ids.length}: ${ids.join(' ')}`;
}

function formatCounts(calls: Readonly<Record<string, number>>): string {
  const entries = Object.entries(calls).toSorted(([a], [b]) =>
    a.localeCompare(b, 'en', { numeric: true }),
  );
  const total = entries.reduce((sum, [, count]) => sum + count, 0);
  return `${total}: ${entries.map(([id, count]) => `${id}×${count}`).join(' ')}`;
}
