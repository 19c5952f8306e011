import { expect, it } from 'vitest';
import { assertSecurePage, findNamedAddressProblem, guardNamedAddresses } from './named-address.ts';

const PUBLIC = 'https://tools.example/mcp';
const PRIVATE = 'https://tools.corp.internal/mcp';
const LOCAL = 'http://127.0.0.1:9000/mcp';

it.each([
  ['https://login.example/', PUBLIC],
  ['https://tools.example/.well-known/oauth-protected-resource', PUBLIC],
  ['https://login.corp.internal/', PRIVATE],
  ['https://login.example/', PRIVATE],
  ['http://localhost:9001/', LOCAL],
  ['https://login.example/', LOCAL],
])('requests %s, named by %s', (address, origin) => {
  expect(findNamedAddressProblem(address, [origin])).toBeUndefined();
});

it.each([
  ['http://127.0.0.1:22/', PUBLIC],
  ['https://127.0.0.1/', PUBLIC],
  ['https://[::ffff:0:127.0.0.1]/', PUBLIC],
  ['https://169.254.169.254/latest', PUBLIC],
  ['https://db.corp.internal/', PUBLIC],
  ['http://login.example/', PUBLIC],
  ['http://tools.example/', PUBLIC],
  ['http://127.0.0.1:22/', PRIVATE],
  ['http://login.corp.internal/', PRIVATE],
  ['http://login.example/', LOCAL],
  ['file:///etc/passwd', LOCAL],
  ['nonsense', PUBLIC],
])('does not request %s, named by %s', (address, origin) => {
  expect(findNamedAddressProblem(address, [origin])).toEqual(expect.any(String));
});

it('says what was not contacted, and sends nothing', async () => {
  const sent: string[] = [];
  const send = guardNamedAddresses(
    async (url) => {
      sent.push(String(url));
      return new Response();
    },
    [PUBLIC],
  );
  await expect(send('http://127.0.0.1:22/x')).rejects.toMatchObject({
    code: 'unauthorized',
    message: expect.stringMatching(
      /^http:\/\/127\.0\.0\.1:22, named by https:\/\/tools\.example\/mcp, was not contacted: it must be https/,
    ),
  });
  await send('https://login.example/');
  expect(sent).toEqual(['https://login.example/']);
});

it.each(['https://login.example/a', 'http://127.0.0.1:80/', 'http://[::1]/'])(
  'offers the login page %s',
  (address) => expect(() => assertSecurePage(new URL(address))).not.toThrow(),
);

it.each(['http://login.example/a', 'http://127.0.0.1.example/', 'javascript:alert(1)'])(
  'does not offer the login page %s',
  (address) => expect(() => assertSecurePage(new URL(address))).toThrow('is not encrypted'),
);
