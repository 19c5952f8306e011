import {
  quoteAsCode,
  formatList,
  createRefusal,
  suggestSimilarWord,
  type SlashCommand,
} from './slash-command.ts';
import { describeAllowedValues, parseSetting, SETTINGS } from '../settings/settings-table.ts';

export const SETTINGS_COMMANDS: readonly SlashCommand[] = [
  {
    name: 'settings',
    usage: '[reset|save]',
    summary: 'shows, resets or saves the settings',
    maxArguments: 1,
    complete: () => [
      { word: 'reset', about: 'resets the settings of this conversation' },
      { word: 'save', about: "saves them to the agent's files" },
    ],
    async run({ settings }, [what]) {
      if (!settings) return undefined;
      switch (what) {
        case undefined: {
          const values = settings.getValues();
          const lines = SETTINGS.map(
            (row) =>
              `**${row.name}**: ${values[row.name] ?? "the agent's default"} (${row.about}; ${describeAllowedValues(row)})`,
          );
          return formatList(lines, '');
        }
        case 'reset':
        case 'clear':
          await settings.reset();
          return 'The settings are reset to those of the agent.';
        case 'save':
          if (!settings.save)
            return createRefusal('The agent has no files in which settings can be saved.');
          return `The settings are saved to ${quoteAsCode(await settings.save())}.`;
        default:
          return createRefusal('Usage: /settings, /settings reset or /settings save.');
      }
    },
  },
  {
    name: 'setting',
    usage: '<name> <value>',
    summary: 'changes a setting, starting with the next message',
    minArguments: 2,
    maxArguments: 2,
    complete(_, [begun]) {
      if (begun === undefined) return SETTINGS.map(({ name, about }) => ({ word: name, about }));
      const row = SETTINGS.find((one) => one.name === begun);
      return row?.kind === 'choice' ? row.choices.map((word) => ({ word })) : [];
    },
    async run({ settings }, [name = '', written = '']) {
      if (!settings) return undefined;
      const row = SETTINGS.find((one) => one.name.toLowerCase() === name.toLowerCase());
      if (!row) {
        const known = SETTINGS.map((one) => one.name);
        const hint = suggestSimilarWord(name, known, 'List them with /settings.', (word) => word);
        return createRefusal(`Unknown setting ${quoteAsCode(name)}. ${hint}`);
      }
      const value = parseSetting(row, written);
      if (value === undefined)
        return createRefusal(`${row.name} must be ${describeAllowedValues(row)}.`);
      await settings.set(row.name, value);
      return `${row.name} is ${value}, starting with the next message.`;
    },
  },
];
