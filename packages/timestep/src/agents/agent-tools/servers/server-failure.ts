import { TimestepError } from '#core';

/** Describes a server's failure by its error code only, because its message may hold secrets. */
export function describeServerFailure(thrown: unknown): string {
  const facts = collectFailureFacts(thrown);
  const sentence = facts.find((one) => one.sentence !== undefined)?.sentence;
  if (sentence !== undefined) return sentence;
  const codes = [...new Set(facts.flatMap(({ code }) => code ?? []))];
  const command = facts.find((one) => one.command !== undefined)?.command;
  const unstarted = codes.flatMap((code) => UNSTARTED[code] ?? [])[0];
  if (unstarted !== undefined) return `${unstarted} (${codes.join(', ')})`;
  const said = codes.length === 0 ? '' : ` (${codes.join(', ')})`;
  if (!codes.includes('unauthorized')) return `it cannot be used${said}`;
  const known = codes.flatMap((code) => WITHOUT_TOKEN[code] ?? []);
  const todo = command === undefined ? '' : `: run ${command}`;
  return `${known[0] ?? 'it requires authentication'}${todo}${said}`;
}

const UNSTARTED: Readonly<Record<string, string>> = {
  'command-not-found': 'its command was not found',
  'command-not-executable': 'its command is not executable',
  'folder-not-found': 'its folder (cwd) does not exist',
  'command-not-started': 'its command cannot be started',
};

const WITHOUT_TOKEN: Readonly<Record<string, string>> = {
  invalid_client: 'its issuer returned no token: oauth.clientId or its secret is wrong',
  unauthorized_client:
    'its issuer returned no token: the client in oauth.clientId is not allowed to get tokens',
  invalid_scope: 'its issuer returned no token: the client is not allowed the scope in oauth.scope',
  invalid_target: 'its issuer returned no token: it does not know this server',
  insufficient_scope: 'its token has too few scopes: log in again, or see oauth.scope',
  'bad-key':
    'no token was requested: oauth.privateKey is not a PKCS#8 key in PEM for oauth.algorithm',
  'other-issuer': 'no token was requested: oauth.issuer is not the issuer that the server names',
  'other-resource': 'no token was requested: its metadata is for another server',
  'no-login': 'it requires a login, or credentials in its headers',
  'login-ended': 'its login has expired',
  'no-issuer': 'no token was requested: the metadata of oauth.issuer has no token endpoint',
};

/** Codes of errors whose messages contain no secrets. */
const SAFE = ['exited', 'unusable'];

const DEEPEST = 5;

interface FailureFacts {
  readonly code?: string;
  readonly command?: string;
  /** How the server's process ended, or why it is not started, as a sentence without secrets. */
  readonly sentence?: string;
}

function collectFailureFacts(thrown: unknown, depth = 0): FailureFacts[] {
  if (!(thrown instanceof Error) || depth > DEEPEST) return [];
  const { code, status, command } = thrown as Error & Readonly<Record<string, unknown>>;
  const own: FailureFacts[] = [];
  if (thrown instanceof TimestepError && SAFE.includes(thrown.code))
    own.push({ sentence: thrown.message });
  if (typeof code === 'string') own.push({ code, ...(typeof command === 'string' && { command }) });
  if (typeof status === 'number') own.push({ code: `HTTP ${status}` });
  return [...own, ...collectFailureFacts(thrown.cause, depth + 1)];
}
