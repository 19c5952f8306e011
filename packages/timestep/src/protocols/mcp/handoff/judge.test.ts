import { describe, expect, it } from 'vitest';
import { judgeHandoff, type HandoffPolicy } from './judge.ts';

function judged(agentUri: string, policy: HandoffPolicy = {}, hops = 1): string {
  const verdict = judgeHandoff({ agentUri, hops }, policy);
  return verdict.allowed ? 'allowed' : verdict.reason;
}

describe('judgeHandoff', () => {
  it.each(['http://localhost:10000', 'http://127.0.0.1:1/agents/a', 'https://[::1]/'])(
    'allows %s, on this machine, by default',
    (uri) => {
      expect(judged(uri)).toBe('allowed');
    },
  );

  it.each([
    'http://agents.example/',
    'http://169.254.169.254/latest/meta-data',
    'http://localhost.example/',
    'http://127.0.0.1.example/',
  ])('refuses %s by default', (uri) => {
    expect(judged(uri)).toMatch(/only agents on this machine/);
  });

  it.each(['file:///etc/passwd', 'ftp://localhost/', 'localhost', '', 'javascript:alert(1)'])(
    'refuses what is no web address: %j',
    (uri) => {
      expect(judged(uri)).toMatch(/not an http or https address/);
    },
  );

  it('refuses addresses that hold secrets, without repeating them', () => {
    const reason = judged('http://me:secret@localhost/');
    expect(reason).toMatch(/must not contain a user name or password/);
    expect(reason).not.toContain('secret');
  });

  const policy = { allow: ['https://a.example', 'https://b.example/agents/one'] };

  it.each([
    'https://a.example/',
    'https://a.example/any/where?x=1',
    'https://a.example:443/',
    'https://b.example/agents/one',
    'https://b.example/agents/one/more',
    'https://b.example/agents/two/../one',
  ])('allows %s, which is on the list', (uri) => {
    expect(judged(uri, policy)).toBe('allowed');
  });

  it.each([
    'http://a.example/',
    'https://a.example:8443/',
    'https://a.example.evil/',
    'https://evil/?https://a.example',
    'https://b.example/agents/one-more',
    'https://b.example/agents/one/../two',
    'https://b.example/agents/one/%2e%2e/two',
    'http://localhost/',
  ])('refuses %s, which only looks like it', (uri) => {
    expect(judged(uri, policy)).toMatch(
      /is not allowed: allowed are https:\/\/a\.example, https:\/\/b\.example\/agents\/one/,
    );
  });

  it('refuses everything where the list is empty or holds no addresses', () => {
    expect(judged('http://localhost/', { allow: [] })).toMatch(/no agent is/);
    expect(judged('http://localhost/', { allow: ['*', 'localhost'] })).toMatch(/not allowed/);
  });

  it('ends chains of handoffs', () => {
    expect(judged('http://localhost/', {}, 4)).toBe('allowed');
    expect(judged('http://localhost/', {}, 5)).toMatch(/only 4 are allowed: answer yourself/);
    expect(judged('http://localhost/', { maxHops: 1 }, 2)).toMatch(/only 1 are allowed/);
  });
});
