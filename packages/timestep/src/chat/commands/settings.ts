import { nearestName } from '../../core/index.ts';
import { code, listOf, notHere, refuse, say, type SlashCommand } from '../slash-command.ts';
import { rangeOf, readSetting, SETTINGS } from '../settings-table.ts';

/** Commands about settings of the session. */
export const SETTINGS_COMMANDS: readonly SlashCommand[] = [
  {
    name: 'settings',
    usage: '[reset|save]',
    summary: 'shows the settings, takes them back, or writes them to the agent',
    most: 1,
    complete: () => [
      { word: 'reset', about: 'takes back what was set here' },
      { word: 'save', about: 'writes them where the agent is defined' },
    ],
    async run({ settings }, [what]) {
      if (!settings) return notHere('settings');
      switch (what) {
        case undefined: {
          const values = settings.values();
          const lines = SETTINGS.map(
            (row) =>
              `**${row.name}**: ${values[row.name] ?? 'as the agent has it'} (${row.about}; ${rangeOf(row)})`,
          );
          return say(listOf(lines, ''));
        }
        case 'reset':
        case 'clear':
          await settings.reset();
          return say('The settings are those of the agent again.');
        case 'save':
          if (!settings.save)
            return refuse('There is no place where the settings could be written.');
          return say(`The settings are written to ${code(await settings.save())}.`);
        default:
          return refuse('Write /settings, /settings reset or /settings save.');
      }
    },
  },
  {
    name: 'setting',
    usage: '<name> <value>',
    summary: 'sets a setting from the next message on',
    least: 2,
    most: 2,
    complete: (_, before) =>
      before.length === 0
        ? SETTINGS.map(({ name, about }) => ({ word: name, about }))
        : valuesOf(before[0]),
    async run({ settings }, [name = '', written = '']) {
      if (!settings) return notHere('setting');
      const row = SETTINGS.find((one) => one.name.toLowerCase() === name.toLowerCase());
      if (!row) {
        const meant = nearestName(
          name,
          SETTINGS.map((one) => one.name),
        );
        const hint = meant === undefined ? '/settings lists them.' : `Did you mean ${meant}?`;
        return refuse(`There is no setting ${code(name)}. ${hint}`);
      }
      const value = readSetting(row, written);
      if (value === undefined) return refuse(`${row.name} takes ${rangeOf(row)}.`);
      await settings.set(row.name, value);
      return say(`${row.name} is ${value} from the next message on.`);
    },
  },
];

function valuesOf(name: string | undefined): readonly { readonly word: string }[] {
  const row = SETTINGS.find((one) => one.name === name);
  return row?.kind === 'choice' ? row.choices.map((word) => ({ word })) : [];
}
