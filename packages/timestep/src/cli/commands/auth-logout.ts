import { EXIT, type Command } from '../command.ts';
import { CommandError } from '../command-error.ts';
import { loginPlace } from '../login-place.ts';
import { personLogins } from '../person-logins.ts';
import { plainLine } from '../plain-text.ts';

export const authLogout: Command = {
  words: ['auth', 'logout'],
  operand: '<folder|url>',
  second: '[server]',
  about: 'Forgets your login at an MCP server, here and at its issuer.',
  options: {},
  examples: [
    'timestep auth logout https://sky.example/mcp',
    'timestep auth logout agents/guide sky',
  ],
  async run({ operand, second }, { env, write, complain }) {
    const logins = await personLogins(env);
    const { address } = await loginPlace(operand, second, env);
    const { loginAddress, revokeLogin } = await import('../../mcp/index.ts');
    const server = loginAddress(address);
    const login = await logins.find(server);
    if (!login) {
      const message = `you are not logged in at ${server}: see timestep auth list`;
      throw new CommandError('no-server', message);
    }
    await logins.change(server, async () => undefined);
    if (!(await revokeLogin(login))) {
      complain(
        `timestep: ${plainLine(login.issuer)} was not asked to forget the token, which holds until its end\n`,
      );
    }
    write(`${plainLine(server)}: you are logged out\n`);
    return EXIT.fine;
  },
};
