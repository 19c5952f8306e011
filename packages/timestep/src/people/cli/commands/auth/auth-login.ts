import { omitUndefined, formatForeignLine } from '#core';
import type { DeviceCode, LogInOptions } from '#protocols/mcp';
import { writeErrorLine } from '../../output/error-writer.ts';
import type { Command, OptionValues, CommandContext } from '../../command.ts';
import { CommandError, createUsageError } from '../../command-error.ts';
import { requireServerForLogin } from './login-server.ts';
import { openUserLogins } from '../../agents/user-agents.ts';
import { parsePort } from '../../options/quantity.ts';
import { substituteVariables } from '../../options/substitute-variables.ts';

export const authLogin: Command = {
  usage: 'auth login <folder|url> [server]',
  about: 'Logs you in to an MCP server, for all your agents that use it.',
  more: 'Prints a URL to open, and waits for the redirect on 127.0.0.1. Tokens are stored in logins.json of your configuration folder, which only you can read, and are renewed automatically.',
  options: {
    device: { about: 'logs in on another device by entering a code there' },
    port: { value: 'N', about: 'port on 127.0.0.1 for the redirect (default: a free port)' },
    'client-id': {
      value: 'ID',
      about: 'id of a client that is registered with the issuer; requires --issuer',
    },
    'client-secret': {
      value: 'SECRET',
      about: 'secret of that client, if it has one; passed as ${env:NAME}',
    },
    issuer: { value: 'URL', about: 'issuer with which the client is registered' },
    'client-metadata': {
      value: 'URL',
      about: 'URL of the client metadata document, for issuers that support it',
    },
  },
  examples: [
    'timestep auth login https://sky.example/mcp',
    'timestep auth login agents/guide sky',
    'timestep auth login agents/guide sky --device',
  ],
  async run({ operand, second, values }, { env, write, writeError, getStopSignal }) {
    const client = readOAuthClient(values, env);
    const port = omitUndefined({ port: values.parse('port', parsePort) });
    const logins = await openUserLogins(env);
    const place = await requireServerForLogin(operand, second, env);
    const { logIn, logInByDevice } = await import('#protocols/mcp');
    const signal = getStopSignal();
    const options = { ...client, signal };
    const asked = values.isSet('device')
      ? logInByDevice(place.address, {
          ...options,
          show: (code) => writeErrorLine(writeError, formatDeviceCode(code)),
        })
      : logIn(place.address, {
          ...options,
          ...port,
          show: (address) => writeErrorLine(writeError, `open ${formatForeignLine(address)}`),
        });
    const login = await asked.catch((thrown: unknown) => {
      if (!signal.aborted) throw thrown;
      throw new CommandError('stopped', `the login was stopped: not logged in to ${place.name}`);
    });
    await logins.change(login.server, async () => login);
    write(
      `logged in to ${formatForeignLine(login.server)} (issuer ${formatForeignLine(login.issuer)})\n`,
    );
  },
};

function formatDeviceCode({ address, code, addressWithCode }: DeviceCode): string {
  const short =
    addressWithCode === undefined ? '' : `, or open ${addressWithCode} and compare the code`;
  return `open ${address} and enter the code ${code}${short}`;
}

function readOAuthClient(
  values: OptionValues,
  env: CommandContext['env'],
): Pick<LogInOptions, 'registered' | 'clientMetadataUrl'> {
  const clientId = values.text('client-id');
  const secret = values.text('client-secret');
  const issuer = values.text('issuer');
  const clientMetadataUrl = values.text('client-metadata');
  if (clientId === undefined && (secret !== undefined || issuer !== undefined)) {
    throw createUsageError('--client-secret and --issuer require --client-id');
  }
  if (clientId !== undefined && issuer === undefined) {
    throw createUsageError('--client-id requires --issuer');
  }
  if (clientMetadataUrl !== undefined && URL.parse(clientMetadataUrl)?.protocol !== 'https:') {
    throw createUsageError('--client-metadata must be an https URL');
  }
  if (clientId === undefined || issuer === undefined) return omitUndefined({ clientMetadataUrl });
  const clientSecret = secret === undefined ? undefined : substituteVariables(secret, env);
  const registered = { clientId, issuer, ...omitUndefined({ clientSecret }) };
  return { registered, ...omitUndefined({ clientMetadataUrl }) };
}
