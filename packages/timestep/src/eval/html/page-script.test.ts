import { Script } from 'node:vm';
import { expect, it } from 'vitest';
import { pageScript } from './page-script.ts';

it('is one script without imports, in which no two modules share a name', () => {
  const script = pageScript();
  // Parsed, not run: a name that is declared twice in a block is an error of syntax.
  expect(() => new Script(script)).not.toThrow();
  expect(script).not.toMatch(/^\s*(import|export)\b/m);
  expect(script.indexOf('function element')).toBeLessThan(script.indexOf('function gridIn'));
  expect(script.trimEnd().endsWith('}')).toBe(true);
});

it('holds nothing that would end its element, make markup or ask the network', () => {
  const script = pageScript();
  expect(script).not.toMatch(/<\/script|<!--/i);
  expect(script).not.toMatch(/innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\b/);
  expect(script).not.toMatch(/\bfetch\(|XMLHttpRequest|WebSocket|\bimport\(|\.src\b/);
});
