import { formatForeignLine } from '#core';
import { writeErrorLine } from '../../output/error-writer.ts';
import type { Command } from '../../command.ts';
import { CommandError } from '../../command-error.ts';
import { requireServerForLogin } from './login-server.ts';
import { openUserLogins } from '../../agents/user-agents.ts';

export const authLogout: Command = {
  usage: 'auth logout <folder|url> [server]',
  about: 'Logs you out of an MCP server: deletes the stored token and revokes it at the issuer.',
  examples: [
    'timestep auth logout https://sky.example/mcp',
    'timestep auth logout agents/guide sky',
  ],
  async run({ operand, second }, { env, write, writeError }) {
    const logins = await openUserLogins(env);
    const { address } = await requireServerForLogin(operand, second, env);
    const { toLoginStorageUrl, revokeLogin } = await import('#protocols/mcp');
    const server = toLoginStorageUrl(address);
    const login = await logins.find(server);
    if (!login) {
      const message = `you are not logged in to ${server}: see timestep auth list`;
      throw new CommandError('no-server', message);
    }
    await logins.change(server, async () => undefined);
    if (!(await revokeLogin(login))) {
      writeErrorLine(
        writeError,
        `${formatForeignLine(login.issuer)} could not revoke the token, which remains valid until it expires`,
      );
    }
    write(`logged out of ${formatForeignLine(server)}\n`);
  },
};
