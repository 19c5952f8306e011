import { describe, expect, it } from 'vitest';
import { isPublicAddress, findUrlProblem } from './address-guard.ts';

describe('isPublicAddress', () => {
  it.each([
    '8.8.8.8',
    '1.1.1.1',
    '172.32.0.1',
    '2606:4700:4700::1111',
    '2001:4860:4860::8888',
    '2a00:1450:4001::1',
    '2c0f:fb50::1',
    '2800:3f0::1',
    '2404:6800::1',
    '2003::1',
    '::ffff:8.8.8.8',
  ])('lets %s pass', (address) => expect(isPublicAddress(address)).toBe(true));

  it.each([
    '127.0.0.1',
    '127.255.255.254',
    '0.0.0.0',
    '10.1.2.3',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    '198.18.0.1',
    '224.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::ffff:127.0.0.1',
    '::ffff:10.0.0.1',
    '::ffff:169.254.169.254',
    '64:ff9b::7f00:1',
    '2002:7f00:1::',
    'fc00::1',
    'fd12::1',
    'fe80::1',
    'ff02::1',
    '2001:db8::1',
    '3fff::1',
    '5f00::1',
    'fec0::1',
    '::ffff:0:127.0.0.1',
    '::ffff:0:8.8.8.8',
    '::127.0.0.1',
    '64:ff9b::8.8.8.8',
    '64:ff9b:1::1',
    '2001::1',
    '2001:0:4136:e378:8000:63bf:3fff:fdd2',
    '2001:2::1',
    '2001:10::1',
    '2001:20::1',
    '2002:808:808::1',
    '2001:4860::5efe:7f00:1',
    '2001:4860::200:5efe:a00:1',
    '100::1',
    '100:0:0:1::1',
    '200::1',
    '1fff::1',
    '2d00::1',
    '2e00::1',
    '3000::1',
    '3ffe::1',
    '4000::1',
    'a000::1',
    'e000::1',
    'fe00::1',
    'not an address',
    '',
  ])('stops %j', (address) => expect(isPublicAddress(address)).toBe(false));
});

describe('findUrlProblem', () => {
  it.each(['https://example.com/hook', 'https://example.com:8443/a?b=c', 'https://8.8.8.8/'])(
    'lets %s pass',
    (url) => expect(findUrlProblem(url, [])).toBeUndefined(),
  );

  it.each([
    ['no URL', 'nonsense', 'absolute'],
    ['another scheme', 'file:///etc/passwd', 'https'],
    ['a script', 'javascript:alert(1)', 'https'],
    ['no encryption', 'http://example.com/', 'https'],
    ['credentials', 'https://user:secret@example.com/', 'password'],
    ['this machine', 'https://127.0.0.1/', 'public internet'],
    ['a decimal address', 'https://2130706433/', 'public internet'],
    ['an octal address', 'https://0177.0.0.1/', 'public internet'],
    ['a hexadecimal address', 'https://0x7f.1/', 'public internet'],
    ['IPv4 inside IPv6', 'https://[::ffff:127.0.0.1]/', 'public internet'],
    ['IPv4 translated to IPv6', 'https://[::ffff:0:127.0.0.1]/', 'public internet'],
    ['an IPv6 address of nobody', 'https://[4000::1]/', 'public internet'],
    ['the loopback of IPv6', 'https://[::1]:8443/', 'public internet'],
    ['the metadata service', 'https://169.254.169.254/latest', 'public internet'],
    ['a name of this machine', 'https://localhost/', 'public internet'],
    ['a name below it', 'https://a.localhost/', 'public internet'],
    ['a name of this network', 'https://db.internal./', 'public internet'],
    ['a bare name', 'https://intranet/', 'public internet'],
  ])('stops %s', (_, url, reason) => {
    const problem = findUrlProblem(url, []);
    expect(problem).toContain(reason);
    expect(problem).not.toContain('secret');
  });

  it('lets pass what is allowed by name', () => {
    expect(findUrlProblem('http://127.0.0.1:9000/a', ['127.0.0.1:9000'])).toBeUndefined();
    expect(findUrlProblem('http://hooks.internal/a', ['hooks.internal'])).toBeUndefined();
    expect(findUrlProblem('http://127.0.0.1:9001/a', ['127.0.0.1:9000'])).toContain('https');
  });
});
