/** A setting of a conversation, and the values that it takes. */
export type SettingRow =
  | {
      readonly name: string;
      readonly about: string;
      readonly kind: 'number';
      readonly least: number;
      readonly most: number;
      readonly isWhole: boolean;
    }
  | {
      readonly name: string;
      readonly about: string;
      readonly kind: 'choice';
      readonly choices: readonly string[];
    };

/** Every setting, under the names that an agent's folder uses. */
export const SETTINGS: readonly SettingRow[] = [
  whole('maxChatTurns', 'calls of the model in answer to one message', 500),
  whole('maxOutputTokens', 'tokens of one reply', 100_000),
  share('temperature', 'how much replies vary', 2),
  share('topP', 'the share of likely words that a reply is made of', 1),
  {
    name: 'toolPermission',
    about: 'which calls of tools need a yes',
    kind: 'choice',
    choices: ['tool', 'always', 'never'],
  },
];

function whole(name: string, about: string, most: number): SettingRow {
  return { name, about, kind: 'number', least: 1, most, isWhole: true };
}

function share(name: string, about: string, most: number): SettingRow {
  return { name, about, kind: 'number', least: 0, most, isWhole: false };
}

/** What a setting takes, in words. */
export function rangeOf(row: SettingRow): string {
  if (row.kind === 'choice') return row.choices.join(', ');
  return `${row.isWhole ? 'a whole number' : 'a number'} from ${row.least} to ${row.most}`;
}

/** A value as it is written; `undefined` where the setting does not take it. */
export function readSetting(row: SettingRow, written: string): string | number | undefined {
  if (row.kind === 'choice') return row.choices.find((choice) => choice === written);
  if (!/^\d{1,9}(?:\.\d{1,9})?$/.test(written)) return undefined;
  const value = Number(written);
  const isTaken = value >= row.least && value <= row.most;
  return isTaken && (!row.isWhole || Number.isInteger(value)) ? value : undefined;
}
