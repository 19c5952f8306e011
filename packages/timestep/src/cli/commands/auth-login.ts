import type { DeviceCode, LogInOptions } from '../../mcp/index.ts';
import {
  EXIT,
  isSet,
  textOf,
  type Command,
  type OptionValues,
  type Surroundings,
} from '../command.ts';
import { CommandError, usage } from '../command-error.ts';
import { loginPlace } from '../login-place.ts';
import { personLogins } from '../person-logins.ts';
import { plainLine } from '../plain-text.ts';
import { readPort } from '../quantity.ts';
import { withEnvironment } from '../with-environment.ts';

export const authLogin: Command = {
  words: ['auth', 'login'],
  operand: '<folder|url>',
  second: '[server]',
  about: 'Logs you in at an MCP server that wants it, for all your agents that use the server.',
  more: 'It prints an address to visit, and waits on 127.0.0.1 until you come back. Tokens are kept in logins.json of your configuration, which you alone can read, and are renewed by whatever uses them.',
  options: {
    device: { type: 'boolean', about: 'log in with another device, by entering a code there' },
    port: {
      type: 'string',
      value: 'N',
      about: 'the port of 127.0.0.1 to come back to; default: any',
    },
    'client-id': {
      type: 'string',
      value: 'ID',
      about: 'a client that the issuer knows; with --issuer',
    },
    'client-secret': {
      type: 'string',
      value: 'SECRET',
      about: 'of that client, where it has one; write ${env:NAME}',
    },
    issuer: { type: 'string', value: 'URL', about: 'the issuer that knows the client' },
    'client-metadata': {
      type: 'string',
      value: 'URL',
      about: 'where a description of the client is, for issuers that read it',
    },
  },
  examples: [
    'timestep auth login https://sky.example/mcp',
    'timestep auth login agents/guide sky',
    'timestep auth login agents/guide sky --device',
  ],
  async run({ operand, second, values }, { env, write, complain, stopped }) {
    const client = clientIn(values, env);
    const port = textOf(values, 'port');
    const logins = await personLogins(env);
    const place = await loginPlace(operand, second, env);
    const { logIn, logInByDevice } = await import('../../mcp/index.ts');
    const signal = stopped();
    const options = { ...client, signal };
    const asked = isSet(values, 'device')
      ? logInByDevice(place.address, {
          ...options,
          show: (code) => complain(`timestep: ${plainLine(deviceText(code))}\n`),
        })
      : logIn(place.address, {
          ...options,
          ...(port !== undefined && { port: readPort(port) }),
          show: (address) => complain(`timestep: visit ${plainLine(address)}\n`),
        });
    const login = await asked.catch((thrown: unknown) => {
      if (!signal.aborted) throw thrown;
      throw new CommandError('stopped', `stopped: there is no new login at ${place.name}`);
    });
    await logins.change(login.server, async () => login);
    write(`${plainLine(login.server)}: you are logged in, by ${plainLine(login.issuer)}\n`);
    return EXIT.fine;
  },
};

function deviceText({ address, code, whole }: DeviceCode): string {
  const short = whole === undefined ? '' : `, or visit ${whole} and compare the code`;
  return `visit ${address} and enter ${code}${short}`;
}

function clientIn(
  values: OptionValues,
  env: Surroundings['env'],
): Pick<LogInOptions, 'registered' | 'clientMetadataUrl'> {
  const clientId = textOf(values, 'client-id');
  const secret = textOf(values, 'client-secret');
  const issuer = textOf(values, 'issuer');
  const clientMetadataUrl = textOf(values, 'client-metadata');
  if (clientId === undefined && (secret !== undefined || issuer !== undefined)) {
    throw usage('--client-secret and --issuer need --client-id');
  }
  if (clientId !== undefined && issuer === undefined) {
    throw usage('--client-id needs --issuer, to which alone the client is named');
  }
  if (clientMetadataUrl !== undefined && URL.parse(clientMetadataUrl)?.protocol !== 'https:') {
    throw usage('--client-metadata must be an address with https');
  }
  return {
    ...(clientMetadataUrl !== undefined && { clientMetadataUrl }),
    ...(clientId !== undefined &&
      issuer !== undefined && {
        registered: {
          clientId,
          issuer,
          ...(secret !== undefined && { clientSecret: withEnvironment(secret, env) }),
        },
      }),
  };
}
