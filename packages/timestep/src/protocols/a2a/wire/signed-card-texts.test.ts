import { expect, it } from 'vitest';
import { listTextsSignatureMayCover, listCanonicalCardTexts } from './card-fields.ts';

it('leaves out defaults, but nothing that is required or optional', () => {
  const card = {
    name: 'Example Agent',
    description: '',
    capabilities: { streaming: false, pushNotifications: false, extensions: [] },
    skills: [],
  };
  expect(listCanonicalCardTexts(card)).toEqual([
    '{"capabilities":{"pushNotifications":false,"streaming":false},"description":"","name":"Example Agent","skills":[]}',
    '{"capabilities":{"pushNotifications":false,"streaming":false},"name":"Example Agent"}',
  ]);
});

it('leaves out signatures, fields that no version knows, and those of the other version', () => {
  const card = {
    protocolVersion: '0.3.0',
    name: 'a',
    url: 'https://a.example',
    preferredTransport: 'JSONRPC',
    supportedInterfaces: [{ url: 'https://a.example', protocolBinding: 'JSONRPC', tenant: '' }],
    securitySchemes: {
      key: { type: 'http', scheme: 'Bearer', httpAuthSecurityScheme: { scheme: 'Bearer' } },
    },
    signatures: [{ protected: 'x', signature: 'y' }],
    mood: 'good',
  };
  const texts = [
    '{"name":"a","securitySchemes":{"key":{"httpAuthSecurityScheme":{"scheme":"Bearer"}}},"supportedInterfaces":[{"protocolBinding":"JSONRPC","url":"https://a.example"}]}',
    '{"name":"a","supportedInterfaces":[{"protocolBinding":"JSONRPC","url":"https://a.example"}]}',
    '{"name":"a","securitySchemes":{"key":{"scheme":"Bearer"}},"url":"https://a.example"}',
  ];
  expect(listCanonicalCardTexts(card)).toEqual(texts);
  const [whole, ...others] = listTextsSignatureMayCover(card);
  expect(whole).toContain('"mood":"good"');
  expect(whole).not.toContain('signatures');
  expect(others).toEqual(texts);
});
