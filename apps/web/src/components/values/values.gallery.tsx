import type { ReactNode } from 'react';
import { Avatar } from './avatar.tsx';
import { CodeBlock } from './code-block.tsx';
import { DenseTable, type DenseColumn } from './dense-table.tsx';
import { FactList, FigureList, UsageLine } from './facts.tsx';
import { JsonView } from './json-view.tsx';
import { LongText } from './long-text.tsx';
import { Moment } from './moment.tsx';
import { Table } from './table.tsx';
import { TextDiff } from './text-diff.tsx';
import { OutcomeLabel, ServerStateLabel, TaskStateLabel } from './state-label.tsx';

const LINES = 'a line of many\n'.repeat(2000);
const usage = { prompt_tokens: 1200, completion_tokens: 34, total_tokens: 1234 };
const cached = {
  ...usage,
  prompt_tokens_details: { cached_tokens: 1000, cache_write_tokens: 150 },
};

const facts = [
  { name: 'Database', text: '.timestep/tasks.db' },
  { name: 'Size', text: '1.2 MB, write-ahead log 0 B' },
];
const figures = [
  { name: 'Pass rate', value: '75.0 %', note: '95 %: 40.1 % to 92.7 %' },
  { name: 'Cost', value: 'unknown' },
];

function showEach<const State extends string>(
  states: readonly State[],
  show: (state: State) => ReactNode,
): Readonly<Record<string, ReactNode>> {
  return Object.fromEntries(states.map((state) => [state, show(state)]));
}

interface Worked {
  readonly name: string;
  readonly tasks: number;
}

const columns: readonly DenseColumn<Worked>[] = [
  { head: 'Agent', isName: true, render: ({ name }: Worked) => name },
  { head: 'Tasks', isNumber: true, render: ({ tasks }: Worked) => tasks },
];
const table = { label: 'Agents', columns, getKey: ({ name }: Worked) => name };

export const gallery = {
  Avatar: showEach(['research', 'travel', '東京', '?'], (name) => <Avatar name={name} />),
  'Dense table': {
    rows: <DenseTable {...table} lines={[{ name: 'research', tasks: 12 }]} empty="No agents." />,
    empty: <DenseTable {...table} lines={[] as readonly Worked[]} empty="No agents." />,
  },
  'Difference of two texts': {
    words: <TextDiff before="The build is red." after="The build is green again." />,
    same: <TextDiff before="The build is red." after="The build is red." />,
  },
  Facts: {
    some: <FactList facts={facts} />,
    none: <FactList facts={[]} />,
  },
  Figures: {
    some: <FigureList figures={figures} />,
  },
  JSON: {
    small: <JsonView label="an event" value={{ type: 'tool.started', callId: 'c1', attempt: 2 }} />,
  },
  'Code block': {
    short: <CodeBlock label="A command">timestep serve agents/desk</CodeBlock>,
    long: <CodeBlock label="A long log">{LINES}</CodeBlock>,
  },
  Moment: { past: <Moment at={Date.UTC(2026, 10, 20, 9, 12)} /> },
  Table: {
    'with heads of rows': (
      <Table
        label="Columns of a table"
        heads={['Kind', 'Name']}
        rows={[
          ['rule', 'tone'],
          ['skill', 'report'],
        ]}
        hasRowHeads
      />
    ),
    empty: <Table label="An empty table" heads={['Kind', 'Name']} rows={[]} />,
  },
  'Long text': {
    short: <LongText text="a line" />,
    long: <LongText text={LINES} label="Many lines" className="max-h-40 overflow-auto" />,
  },
  Usage: {
    priced: <UsageLine usage={usage} costUsd={0.0123} />,
    cached: <UsageLine usage={cached} costUsd={0.0045} />,
    'with called agents': (
      <UsageLine usage={usage} costUsd={0.0123} called={{ tokens: 2100, costUsd: 0.04 }} />
    ),
    unpriced: <UsageLine usage={usage} costUsd={null} />,
  },
  'State of a server': showEach(
    ['idle', 'connecting', 'connected', 'failed', 'left-out', 'disabled'],
    (state) => <ServerStateLabel state={state} />,
  ),
  'State of a task': showEach(
    ['submitted', 'working', 'input-required', 'completed', 'failed', 'canceled'],
    (state) => <TaskStateLabel state={state} />,
  ),
  Verdict: showEach(
    ['passed', 'failed', 'error', 'skipped', 'better', 'worse', 'unpaired'],
    (outcome) => <OutcomeLabel outcome={outcome} />,
  ),
};
