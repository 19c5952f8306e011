/** A line about a run: how deep it stands below others, and what it says. */
export interface StoryLine {
  readonly depth: number;
  readonly text: string;
}

/** What a person reads in a run: who asked whom what, what a person was asked for, and what came again. */
export interface Story {
  readonly asked: readonly (readonly [who: string, whom: string, what: string])[];
  readonly waitedFor: readonly string[];
  readonly lost: readonly string[];
  readonly repeated: readonly string[];
}

/** Reads the lines of a run as they stand on a screen, the first of which is the run itself. */
export function readStory(lines: readonly StoryLine[]): Story {
  const above: string[] = [];
  const asked: (readonly [string, string, string])[] = [];
  for (const { depth, text } of lines) {
    const [, whom = '', what] = /→ (\S+)\s+(?:“(.+?)”)?/.exec(text) ?? [];
    const name = depth === 0 ? (/[a-z]+/.exec(text)?.[0] ?? '') : whom;
    above[depth] = name === '' ? (above[depth - 1] ?? '') : name;
    if (what !== undefined) asked.push([above[depth - 1] ?? '', whom, what]);
  }
  const find = (word: string): string[] =>
    lines.flatMap(({ text }) =>
      text.split(/\s+/).includes(word) ? [text.split(/\s+/)[0] ?? ''] : [],
    );
  return {
    asked,
    waitedFor: lines.flatMap(({ text }) => /Waited for approval: (\S+)/.exec(text)?.[1] ?? []),
    lost: find('lost'),
    repeated: find('attempt'),
  };
}

/** What a reader must find in the run of the incident, wherever it is shown. */
export const STORY: Story = {
  asked: [
    ['incident', 'logs', 'When did the errors of checkout begin, and what changed then?'],
    ['logs', 'archive', 'What is the difference of checkout 4.17.3 and 4.18.0?'],
    ['incident', 'billing', 'Were payments affected?'],
    ['billing', 'logs', 'Which invoices failed since 09:12?'],
  ],
  waitedFor: ['ops_rollback'],
  lost: ['ops_rollback'],
  repeated: ['ops_rollback'],
};
