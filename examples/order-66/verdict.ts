import type { WorkflowTally } from './workflow-history.ts';

/** What was counted of one conversation and of the processes that held it. */
export interface Tally {
  readonly turns: number;
  /** Ids of messages that agent B has taken, as agent A's journal has them. */
  readonly sent: readonly string[];
  /** Ids of messages in agent B's journal. */
  readonly persisted: readonly string[];
  /** Ids of replies in agent A's journal, in order. */
  readonly replies: readonly string[];
  /** Replies that came again, and that agent A kept out of its journal. */
  readonly duplicateReplies: number;
  /** Whether agent B had written down the last message before it crashed. */
  readonly isPersistedBeforeCrash: boolean;
  /** Exit codes of agent B's processes that died; `null` for one that was killed. */
  readonly crashes: readonly (number | null)[];
  /** How often agent B was started again. */
  readonly restarts: number;
  /** How often the model was asked about each message. */
  readonly modelCalls: Readonly<Record<string, number>>;
  /** Of agent A's side and of agent B's. */
  readonly states: readonly [string, string];
  /** On Temporal: what it has recorded of agent B's side. */
  readonly workflows?: WorkflowTally;
}

export interface Row {
  readonly name: string;
  readonly found: string;
  readonly expected: string;
  readonly holds: boolean;
}

export interface Verdict {
  readonly ok: boolean;
  readonly rows: readonly Row[];
}

/** Holds what was counted against what must be true of it: all rows, or it does not count. */
export function verdictOf(tally: Tally): Verdict {
  const { turns, sent, persisted, replies, modelCalls } = tally;
  const messages = Array.from({ length: turns }, (_, index) => `m${index + 1}`);
  const shownTwice = replies.length - new Set(replies).size;
  const rows = [
    row('messages sent', listed(sent), listed(messages)),
    row('messages persisted', listed(persisted), listed(messages)),
    row('persisted before the crash', said(tally.isPersistedBeforeCrash), 'yes'),
    row('replies received', listed(replies), listed(messages.map((id) => `r-${id}`))),
    row(`duplicate replies shown, of ${tally.duplicateReplies} seen`, String(shownTwice), '0'),
    row('restarts of agent B', String(tally.restarts), '1'),
    row('exit code of the crash', tally.crashes.map(String).join(', ') || 'no crash', '1'),
    row(
      'model calls',
      counted(modelCalls),
      counted(Object.fromEntries(messages.map((id) => [id, 1]))),
    ),
    row('final states', tally.states.join(', '), 'COMPLETED, completed'),
    ...(tally.workflows ? workflowRows(tally.workflows, messages) : []),
  ];
  return { ok: rows.every(({ holds }) => holds), rows };
}

/** The document's own look at Temporal, but for the crash: that is run once and then asked about. */
function workflowRows(
  { statuses, signals, tools }: WorkflowTally,
  messages: readonly string[],
): readonly Row[] {
  const { send_reply: sends = 0, execute_order_66: crashes = 0 } = tools;
  return [
    row('workflows of agent B', listed(statuses), '1: COMPLETED'),
    row('inbound_message signals', listed(signals), listed(messages)),
    row('activities that send a reply', String(sends), String(messages.length)),
    row('activities of the crash', String(crashes), '2'),
  ];
}

function row(name: string, found: string, expected: string): Row {
  return { name, found, expected, holds: found === expected };
}

function said(holds: boolean): string {
  return holds ? 'yes' : 'no';
}

function listed(ids: readonly string[]): string {
  return `${ids.length}: ${ids.join(' ')}`;
}

function counted(calls: Readonly<Record<string, number>>): string {
  const entries = Object.entries(calls).toSorted(([a], [b]) =>
    a.localeCompare(b, 'en', { numeric: true }),
  );
  const total = entries.reduce((sum, [, count]) => sum + count, 0);
  return `${total}: ${entries.map(([id, count]) => `${id}×${count}`).join(' ')}`;
}
