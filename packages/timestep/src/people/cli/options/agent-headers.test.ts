import { expect, it } from 'vitest';
import { createOptionValues } from '../command.ts';
import { readAgentHeaders, readOriginHeaders } from './agent-headers.ts';

const SKY = 'https://sky.example/agents/sky';
const SEA = 'https://sea.example:8443/agents/sea';

function headers(given: readonly string[], addresses: readonly string[] = [SKY, SEA]) {
  return readOriginHeaders(createOptionValues({ 'agent-header': [...given] }), addresses, {
    KEY: 'sesame=4711',
  });
}

it('sends a header to the addresses of the origin that it names, and to no other', () => {
  const of = headers([
    'https://sky.example=X-Key: ${env:KEY}',
    'https://SEA.example:8443/=Authorization: Bearer a=b',
    'https://sea.example:8443=X-Team: eval',
  ]);
  expect(of(SKY)).toEqual({ 'X-Key': 'sesame=4711' });
  expect(of(SEA)).toEqual({ Authorization: 'Bearer a=b', 'X-Team': 'eval' });
  expect(of('https://sea.example/agents/sea')).toBeUndefined();
  expect(of('https://sky.example/agents/other')).toBeUndefined();
});

it('needs no origin where all addresses have the same', () => {
  const of = headers(['X-Key: ${env:KEY}'], [SKY]);
  expect(of(SKY)).toEqual({ 'X-Key': 'sesame=4711' });
  expect(headers([])(SKY)).toBeUndefined();
});

it('takes the usual port of an origin for what it is', () => {
  const of = headers(['https://sky.example:443=X-Key: x']);
  expect(of(SKY)).toEqual({ 'X-Key': 'x' });
});

it.each<[string, string, readonly string[] | undefined, string]>([
  [
    'several origins and none named',
    'X-Key: ${env:KEY}',
    undefined,
    'use the form ORIGIN=NAME: VALUE',
  ],
  ['no URL', 'X-Key: ${env:KEY}', [], 'no URL'],
  ['the origin of no agent', 'https://x.example=X-Key: ${env:KEY}', undefined, 'https://x.example'],
  ['another scheme', 'http://sky.example=X-Key: ${env:KEY}', undefined, 'http://sky.example'],
  ['a path', 'https://sky.example/agents=X-Key: ${env:KEY}', undefined, 'scheme, host and port'],
  ['credentials', 'https://u:sesame@sky.example=X: y', undefined, 'scheme, host and port'],
  ['no name', 'https://sky.example=sesame', undefined, 'use the form NAME: VALUE'],
])('refuses %s, and shows no value', (_, given, addresses, said) => {
  const reading = () => headers([given], addresses);
  expect(reading).toThrow(expect.objectContaining({ code: 'usage' }));
  expect(reading).toThrow(said);
  expect(reading).not.toThrow('sesame');
});

it('takes no origin where there is one agent', () => {
  const values = { 'agent-header': ['https://sky.example=X-Key: x'] };
  expect(() => readAgentHeaders(createOptionValues(values), `a2a:${SKY}`, {})).toThrow(
    'without an origin',
  );
});
