import { expect, it } from 'vitest';
import { buildAppPolicy, readAppOrigins } from './app-policy.ts';

it('allows nothing that was not declared', () => {
  const policy = buildAppPolicy(readAppOrigins(undefined));
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain("connect-src 'none'");
  expect(policy).toContain("script-src 'unsafe-inline';");
  expect(policy).not.toContain('allow-same-origin');
});

it('allows declared origins, and no text that would change the policy', () => {
  const csp = {
    connectDomains: [
      'https://api.example',
      'wss://*.live.example:8443',
      'http://plain.example',
      '*',
    ],
    resourceDomains: ["https://cdn.example; script-src 'unsafe-eval'", 'https://cdn.example', 7],
  };
  const policy = buildAppPolicy(readAppOrigins({ ui: { csp } }));
  expect(policy).toContain('connect-src https://api.example wss://*.live.example:8443;');
  expect(policy).toContain("script-src 'unsafe-inline' https://cdn.example;");
  expect(policy).not.toContain('unsafe-eval');
  expect(policy).not.toContain('plain.example');
});
