import type { SessionSettings } from '#core';

export type SettingRow = {
  /** Name of the setting in an agent's files. */
  readonly name: string;
  /** Name of the setting in the settings of a session. */
  readonly field: keyof SessionSettings;
  readonly about: string;
} & (
  | {
      readonly kind: 'number';
      readonly min: number;
      readonly max: number;
      readonly isWhole: boolean;
    }
  | { readonly kind: 'choice'; readonly choices: readonly string[] }
);

const COUNT = { kind: 'number', min: 1, isWhole: true } as const;
const SHARE = { kind: 'number', min: 0, isWhole: false } as const;

/** All settings that a session can change, except for the model. */
export const SETTINGS: readonly SettingRow[] = [
  {
    ...COUNT,
    name: 'maxChatTurns',
    field: 'max_steps',
    about: 'maximum number of model calls per message',
    max: 500,
  },
  {
    ...COUNT,
    name: 'maxOutputTokens',
    field: 'max_output_tokens',
    about: 'maximum number of tokens per reply',
    max: 100_000,
  },
  { ...SHARE, name: 'temperature', field: 'temperature', about: 'sampling temperature', max: 2 },
  {
    ...SHARE,
    name: 'topP',
    field: 'top_p',
    about: 'share of the most likely tokens to sample from',
    max: 1,
  },
  {
    kind: 'choice',
    name: 'toolPermission',
    field: 'toolPermission',
    about: 'which tool calls require approval',
    choices: ['tool', 'always', 'never'],
  },
];

export function describeAllowedValues(row: SettingRow): string {
  if (row.kind === 'choice') return `one of ${row.choices.join(', ')}`;
  return `${row.isWhole ? 'a whole number' : 'a number'} from ${row.min} to ${row.max}`;
}

/** Parses the value of a setting. Returns undefined if the value is invalid. */
export function parseSetting(definition: SettingRow, written: string): string | number | undefined {
  if (definition.kind === 'choice') return definition.choices.find((choice) => choice === written);
  if (!/^\d{1,9}(?:\.\d{1,9})?$/.test(written)) return undefined;
  const value = Number(written);
  const isTaken = value >= definition.min && value <= definition.max;
  return isTaken && (!definition.isWhole || Number.isInteger(value)) ? value : undefined;
}
