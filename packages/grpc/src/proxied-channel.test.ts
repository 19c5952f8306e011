import { createServer } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { ChannelCredentials, status, type ServiceError } from '@grpc/grpc-js';
import { expect, it, onTestFinished, vi } from 'vitest';
import { createGrpcBinding } from './grpc-binding.ts';
import { served } from './grpc.fixture.ts';
import { addProxyToError, chooseChannelTarget } from './proxied-channel.ts';

const HOST = 'agents.example:50051';
const LOGIN = `Basic ${Buffer.from('ann:secret').toString('base64')}`;

function useProxy(proxy: string, noProxy = ''): void {
  for (const name of ['HTTPS_PROXY', 'https_proxy']) vi.stubEnv(name, proxy);
  for (const name of ['NO_PROXY', 'no_proxy']) vi.stubEnv(name, noProxy);
  onTestFinished(() => void vi.unstubAllEnvs());
}

/** Starts a proxy with a login, in front of an agent. */
async function startProxy() {
  const agent = await served(() =>
    Response.json({ jsonrpc: '2.0', id: 1, result: { id: 't1', contextId: 'c1', status: {} } }),
  );
  const asked: string[] = [];
  const sockets: Socket[] = [];
  const server = createServer().on('connect', ({ url, headers }, socket: Socket) => {
    asked.push(`${url}`);
    if (headers['proxy-authorization'] !== LOGIN) return socket.end('HTTP/1.1 407 No\r\n\r\n');
    const target = connect(Number(agent.address.split(':').at(-1)), '127.0.0.1');
    sockets.push(socket, target);
    for (const one of [socket, target]) one.on('error', () => undefined);
    socket.write('HTTP/1.1 200 OK\r\n\r\n');
    return socket.pipe(target).pipe(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return { host: `127.0.0.1:${(server.address() as AddressInfo).port}`, asked };
}

async function getTask(): Promise<Response> {
  const binding = createGrpcBinding({ credentials: ChannelCredentials.createInsecure() });
  onTestFinished(() => binding.close());
  const call = { jsonrpc: '2.0', id: 1, method: 'GetTask', params: { id: 't1' } };
  return binding.fetch(`http://${HOST}`, { body: JSON.stringify(call) });
}

it('calls an agent through the proxy', async () => {
  const { host, asked } = await startProxy();
  useProxy(`http://ann:secret@${host}`);
  expect(await (await getTask()).json()).toMatchObject({ result: { id: 't1' } });
  expect(asked[0]).toBe(HOST);
});

it('tells that the proxy may require a login', async () => {
  const { host } = await startProxy();
  useProxy(`http://${host}`);
  const answer = JSON.stringify(await (await getTask()).json());
  expect(answer).toContain(`through the proxy ${host}: it may require a login in HTTPS_PROXY`);
  expect(answer).not.toContain('secret');
});

it('rejects a proxy that gRPC cannot use', async () => {
  useProxy('https://proxy.example');
  await expect(getTask()).rejects.toMatchObject({
    code: 'bad-proxy',
    message: expect.stringContaining('set HTTPS_PROXY'),
  });
});

it('passes no proxy to hosts that NO_PROXY names, nor to this machine', () => {
  useProxy('http://proxy.example', '.example');
  expect(chooseChannelTarget(HOST)).toMatchObject({ address: HOST });
  expect(chooseChannelTarget('127.0.0.1:1')).toMatchObject({ address: '127.0.0.1:1' });
});

it('leaves an error of the agent as it is', () => {
  const error = { code: status.NOT_FOUND, details: 'no task' } as ServiceError;
  expect(addProxyToError(error, 'proxy.example').details).toBe('no task');
});
