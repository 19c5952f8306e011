import type { Login } from '../../port/index.ts';
import { EXIT, isSet, JSON_OPTION, type Command } from '../command.ts';
import { personLogins } from '../person-logins.ts';
import { plainLine } from '../plain-text.ts';
import { timeText } from '../quantity.ts';
import { tableOf } from '../table.ts';

export const authList: Command = {
  words: ['auth', 'list'],
  about: 'Lists the servers at which you are logged in, and shows no token.',
  options: { json: JSON_OPTION },
  examples: ['timestep auth list', 'timestep auth list --json'],
  async run({ values }, { env, write, now }) {
    const shown = (await (await personLogins(env)).list()).map((login) => shownLogin(login, now));
    write(`${isSet(values, 'json') ? JSON.stringify({ logins: shown }) : textFor(shown)}\n`);
    return EXIT.fine;
  },
};

interface ShownLogin extends Pick<Login, 'server' | 'issuer' | 'scope' | 'expiresAt'> {
  /** `renewed`: by itself. */
  readonly state: 'holds' | 'renewed' | 'ended';
}

/** Field by field: what is added to a login is not shown by itself. */
function shownLogin(login: Login, now: number): ShownLogin {
  const { server, issuer, scope, expiresAt, refreshToken } = login;
  const isOver = expiresAt !== undefined && expiresAt <= now;
  const state = refreshToken !== undefined ? 'renewed' : isOver ? 'ended' : 'holds';
  return {
    server,
    issuer,
    state,
    ...(scope !== undefined && { scope }),
    ...(expiresAt !== undefined && { expiresAt }),
  };
}

function textFor(logins: readonly ShownLogin[]): string {
  if (logins.length === 0) return 'You are logged in nowhere: timestep auth login <folder|url>';
  const rows = logins.map(({ server, issuer, state, expiresAt }) => [
    plainLine(server),
    state,
    expiresAt === undefined ? '' : timeText(expiresAt),
    plainLine(issuer),
  ]);
  return tableOf([['SERVER', 'LOGIN', 'TOKEN UNTIL', 'ISSUER'], ...rows]).join('\n');
}
