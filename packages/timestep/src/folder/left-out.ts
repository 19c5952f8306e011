/** A server that is not used for now, or a single tool of one. */
export interface LeftOut {
  readonly server: string;
  /** What the server calls the tool; absent: all of its tools. */
  readonly tool?: string;
  /** Why, in words that hold no address and no command: secrets may be part of those. */
  readonly why: string;
}

/** What is left out, in a line for people and models. */
export function leftOutText({ server, tool, why }: LeftOut): string {
  return tool === undefined
    ? `the tools of the MCP server ${server}: ${why}; it is tried again`
    : `the tool ${tool} of the MCP server ${server}: ${why}`;
}

/** Why a server cannot be used, from the codes of the error and not from its message. */
export function whyLeftOut(thrown: unknown): string {
  const facts = factsOf(thrown);
  const codes = [...new Set(facts.flatMap(({ code }) => code ?? []))];
  const command = facts.find((one) => one.command !== undefined)?.command;
  const said = codes.length === 0 ? '' : ` (${codes.join(', ')})`;
  if (!codes.includes('unauthorized')) return `it cannot be used${said}`;
  const known = codes.flatMap((code) => WITHOUT_TOKEN[code] ?? []);
  const todo = command === undefined ? '' : `: run ${command}`;
  return `${known[0] ?? 'it requires authentication'}${todo}${said}`;
}

/** What to do where no token was had, by the code. */
const WITHOUT_TOKEN: Readonly<Record<string, string>> = {
  invalid_client: 'its issuer gave no token: oauth.clientId or its secret is wrong',
  unauthorized_client: 'its issuer gave no token: the client of oauth.clientId may not get tokens',
  invalid_scope: 'its issuer gave no token: the client may not have the scope in oauth.scope',
  invalid_target: 'its issuer gave no token: it does not know this server',
  insufficient_scope: 'its token has too few scopes: log in again, or see oauth.scope',
  'bad-key':
    'no token was asked for: oauth.privateKey is not a PKCS#8 key in PEM for oauth.algorithm',
  'other-issuer': 'no token was asked for: oauth.issuer is not the issuer that the server names',
  'other-resource': 'no token was asked for: it says that its tokens are for another server',
  'no-login': 'it wants a login, or credentials in its headers',
  'login-ended': 'its login has ended',
  'no-issuer': 'no token was asked for: oauth.issuer does not say where tokens are had',
};

const DEEPEST = 5;

interface FailureFacts {
  readonly code?: string;
  /** What mends it. */
  readonly command?: string;
}

function factsOf(thrown: unknown, depth = 0): FailureFacts[] {
  if (!(thrown instanceof Error) || depth > DEEPEST) return [];
  const { code, status, command } = thrown as Error & Readonly<Record<string, unknown>>;
  const own = [
    ...(typeof code === 'string'
      ? [{ code, ...(typeof command === 'string' && { command }) }]
      : []),
    ...(typeof status === 'number' ? [{ code: `HTTP ${status}` }] : []),
  ];
  return [...own, ...factsOf(thrown.cause, depth + 1)];
}
