import { expect, it } from 'vitest';
import type { Include } from '../notes.ts';
import { determineToolOffer, type Mode, type ToolPermission } from './tool-offer.ts';

function serverWith(enabled: boolean, include: Include, approval: boolean) {
  const all = <T>(serverDefault: T) => ({ serverDefault, tools: new Map<string, T>() });
  return {
    enabled: all(enabled),
    include: all(include),
    approval: { serverDefault: approval, tools: new Map([['special', !approval]]) },
  };
}

it.each<[string, Mode, ToolPermission, ReturnType<typeof serverWith>, string]>([
  ['get', 'interactive', 'tool', serverWith(true, 'always', true), 'with-approval'],
  ['special', 'interactive', 'tool', serverWith(true, 'always', true), 'free'],
  ['special', 'interactive', 'tool', serverWith(true, 'agent', false), 'with-approval'],
  ['get', 'interactive', 'always', serverWith(true, 'always', false), 'with-approval'],
  ['get', 'interactive', 'never', serverWith(true, 'always', true), 'free'],
  ['get', 'interactive', 'never', serverWith(false, 'always', false), 'hidden'],
  ['get', 'interactive', 'never', serverWith(true, 'manual', false), 'hidden'],
  ['get', 'autonomous', 'tool', serverWith(true, 'always', true), 'hidden'],
  ['get', 'tools', 'tool', serverWith(true, 'always', false), 'free'],
  ['get', 'tools', 'always', serverWith(true, 'always', false), 'hidden'],
  ['get', 'autonomous', 'never', serverWith(true, 'always', true), 'free'],
])('offers %s to an agent that is %s, permission %s', (tool, mode, permission, server, offer) => {
  expect(determineToolOffer(server, tool, mode, permission)).toBe(offer);
});
