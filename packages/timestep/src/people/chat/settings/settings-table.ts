export type SettingRow =
  | {
      readonly name: string;
      readonly about: string;
      readonly kind: 'number';
      readonly min: number;
      readonly max: number;
      readonly isWhole: boolean;
    }
  | {
      readonly name: string;
      readonly about: string;
      readonly kind: 'choice';
      readonly choices: readonly string[];
    };

/** All settings, by their names in an agent's folder. */
export const SETTINGS: readonly SettingRow[] = [
  createIntegerSetting('maxChatTurns', 'maximum number of model calls per message', 500),
  createIntegerSetting('maxOutputTokens', 'maximum number of tokens per reply', 100_000),
  createNumberSetting('temperature', 'sampling temperature', 2),
  createNumberSetting('topP', 'share of the most likely tokens to sample from', 1),
  {
    name: 'toolPermission',
    about: 'which tool calls require approval',
    kind: 'choice',
    choices: ['tool', 'always', 'never'],
  },
];

function createIntegerSetting(name: string, about: string, max: number): SettingRow {
  return { name, about, kind: 'number', min: 1, max, isWhole: true };
}

function createNumberSetting(name: string, about: string, max: number): SettingRow {
  return { name, about, kind: 'number', min: 0, max, isWhole: false };
}

export function describeAllowedValues(row: SettingRow): string {
  if (row.kind === 'choice') return `one of ${row.choices.join(', ')}`;
  return `${row.isWhole ? 'a whole number' : 'a number'} from ${row.min} to ${row.max}`;
}

/** Parses the value of a setting. Returns undefined if the value is invalid. */
export function parseSetting(row: SettingRow, written: string): string | number | undefined {
  if (row.kind === 'choice') return row.choices.find((choice) => choice === written);
  if (!/^\d{1,9}(?:\.\d{1,9})?$/.test(written)) return undefined;
  const value = Number(written);
  const isTaken = value >= row.min && value <= row.max;
  return isTaken && (!row.isWhole || Number.isInteger(value)) ? value : undefined;
}
