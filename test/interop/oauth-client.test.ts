import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadAgentFolder, type MissingTool } from '@timestep-ai/timestep/folder';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { startClosedServer, type ClosedServer } from './closed-server.ts';
import { CLIENT, startOidcIssuer, type OidcIssuer } from './oidc-issuer.ts';

let issuer: OidcIssuer;
let server: ClosedServer;
beforeAll(async () => {
  issuer = await startOidcIssuer();
  server = await startClosedServer(issuer.issuer);
});
afterAll(async () => {
  await server?.close();
  await issuer?.close();
});

const never = new AbortController().signal;

function agentOf(oauth: object | undefined) {
  const folder = mkdtempSync(join(tmpdir(), 'closed-'));
  const sky = { url: server.url, toolPermissionRequired: { serverDefault: false }, oauth };
  const manifest = {
    metadata: { name: 'Guide' },
    settings: { model: 'lmstudio/m' },
    mcpServers: { sky },
  };
  writeFileSync(join(folder, 'tsagent.json'), JSON.stringify(manifest));
  const leftOut: MissingTool[] = [];
  const definition = loadAgentFolder(folder, {
    env: { SECRET: CLIENT.secret },
    onLeftOut: (one) => leftOut.push(one),
  });
  onTestFinished(async () => {
    await definition.close();
    rmSync(folder, { recursive: true });
  });
  const { default: environment } = definition.environments;
  const names = async () => (await environment.listTools(never)).map((tool) => tool.function.name);
  const echo = () =>
    environment.callTool(
      { id: 'c', name: 'sky_echo', arguments: {} },
      { key: 'c', attempt: 1, signal: never, task: TASK },
    );
  return { definition, leftOut, names, echo };
}

const TASK = { id: 't', contextId: 'x', agent: 'guide', metadata: {} };

describe('an agent that is a client of the issuer itself', () => {
  it('gets tokens for a server, and another where one is refused, and shows none of them', async () => {
    const oauth = { clientId: CLIENT.id, issuer: issuer.issuer, clientSecret: '${env:SECRET}' };
    const { definition, names, echo } = agentOf(oauth);
    expect(await names()).toContain('sky_echo');
    expect(await echo()).toEqual({ content: 'called with [secret]' });
    const before = server.tokens.length;
    server.refuse();
    expect(await echo()).toEqual({ content: 'called with [secret]' });
    expect(server.tokens.length).toBe(before + 1);
    const signal = never;
    const call = { tool: 'echo', arguments: {}, isConfirmed: true };
    const shown = [
      await definition.servers.callTool('sky', call, signal),
      definition.servers.listMessages('sky'),
      definition.servers.readLog('sky'),
      await definition.servers.readConfig('sky'),
    ];
    expect(shown[0]).toMatchObject({ result: { content: 'called with [secret]' } });
    for (const token of server.tokens) expect(JSON.stringify(shown)).not.toContain(token);
    expect(JSON.stringify(shown)).not.toContain(CLIENT.secret);
  });

  it('says in one sentence that its secret is wrong', async () => {
    const oauth = { clientId: CLIENT.id, issuer: issuer.issuer, clientSecret: 'another' };
    const { names, leftOut } = agentOf(oauth);
    expect(await names()).not.toContain('sky_echo');
    expect(leftOut).toEqual([
      {
        server: 'sky',
        why: 'its issuer returned no token: oauth.clientId or its secret is wrong (unauthorized, invalid_client)',
      },
    ]);
  });
});
