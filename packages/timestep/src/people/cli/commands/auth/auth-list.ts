import { omitUndefined, formatForeignLine } from '#core';
import type { Login } from '#engine/port';
import { JSON_OPTION, type Command } from '../../command.ts';
import { openUserLogins } from '../../agents/user-agents.ts';
import { formatResult, formatTable } from '../../output/plain-text.ts';
import { formatTime } from '../../options/quantity.ts';

export const authList: Command = {
  usage: 'auth list',
  about: 'Lists the servers that you are logged in to. Tokens are not shown.',
  options: { json: JSON_OPTION },
  examples: ['timestep auth list', 'timestep auth list --json'],
  async run({ values }, { env, write, now }) {
    const stored = await (await openUserLogins(env)).list();
    const logins = stored.map((login) => toPublicLogin(login, now));
    write(formatResult(values, { logins }, formatLogins(logins)));
  },
};

interface PublicLogin extends Pick<Login, 'server' | 'issuer' | 'scope' | 'expiresAt'> {
  /**
   * Login state. `renewed`: renewed automatically. `holds`: the token is valid. `ended`: the token
   * has expired.
   */
  readonly state: 'holds' | 'renewed' | 'ended';
}

/** Copies the public fields of a login one by one, so that a new secret field is never printed. */
function toPublicLogin(login: Login, now: number): PublicLogin {
  const { server, issuer, scope, expiresAt, refreshToken } = login;
  const isOver = expiresAt !== undefined && expiresAt <= now;
  const state: PublicLogin['state'] =
    refreshToken !== undefined ? 'renewed' : isOver ? 'ended' : 'holds';
  return omitUndefined({ server, issuer, state, scope, expiresAt });
}

function formatLogins(logins: readonly PublicLogin[]): string[] {
  if (logins.length === 0)
    return ['You are not logged in to any server. Log in with: timestep auth login <folder|url>'];
  const rows = logins.map(({ server, issuer, state, expiresAt }) => [
    formatForeignLine(server),
    state,
    expiresAt === undefined ? '' : formatTime(expiresAt),
    formatForeignLine(issuer),
  ]);
  return formatTable([['SERVER', 'LOGIN', 'TOKEN UNTIL', 'ISSUER'], ...rows]);
}
