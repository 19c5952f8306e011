import { describe, expect, it } from 'vitest';
import type { JsonObject, JsonValue } from '#core';
import { says, script, serve } from '../served.fixture.ts';
import { createStopCutter, cutAtStop } from './stop-texts.ts';

async function complete(answer: string, body: JsonObject): Promise<string> {
  const text = JSON.stringify({ messages: [{ role: 'user', content: 'hello' }], ...body });
  const url = 'http://localhost/v1/chat/completions';
  const request = new Request(url, { method: 'POST', body: text });
  return (await serve(script(says(answer)).agent).send(request)).text();
}

function joinDeltas(stream: string): string {
  const chunks = [...stream.matchAll(/^data: (\{.*\})$/gm)].map(([, data = '']) => {
    const { choices } = JSON.parse(data) as { choices: { delta: { content?: string } }[] };
    return choices[0]?.delta.content ?? '';
  });
  return chunks.join('');
}

describe('a chat completion with stop texts', () => {
  it.each<[JsonValue, string]>([
    ['END', 'one '],
    [['END'], 'one '],
    [['two', 'END'], 'one '],
    [['three', 'e'], 'on'],
    [['o'], ''],
    [['absent'], 'one END two'],
    [[], 'one END two'],
    ['', 'one END two'],
    [[''], 'one END two'],
    [null, 'one END two'],
  ])('%j ends before the first of them, whole and streamed', async (stop, expected) => {
    const whole: unknown = JSON.parse(await complete('one END two', { stop }));
    expect(whole).toMatchObject({
      choices: [{ message: { content: expected }, finish_reason: 'stop' }],
    });
    const stream = await complete('one END two', { stop, stream: true });
    expect(joinDeltas(stream)).toBe(expected);
    expect(stream).toContain('"finish_reason":"stop"');
  });

  it('refuses stop texts that are no texts, by their name', async () => {
    expect(await complete('one', { stop: 7 })).toContain('"param":"stop"');
    expect(await complete('one', { stop: [7] })).toContain('"param":"stop');
  });
});

describe('the pieces of a text', () => {
  it('give what the whole text gives, however it is split', () => {
    const stops = ['aab', 'ba', 'cc'];
    let seed = 1;
    function next(below: number): number {
      seed = (seed * 48_271) % 2_147_483_647;
      return seed % below;
    }
    for (let round = 0; round < 2000; round += 1) {
      const text = Array.from({ length: next(12) }, () => 'abcd'.charAt(next(4))).join('');
      const cutter = createStopCutter(stops);
      let shown = '';
      for (let at = 0; at < text.length;) {
        const length = 1 + next(3);
        shown += cutter.push(text.slice(at, at + length));
        at += length;
      }
      expect([text, shown + cutter.end()]).toEqual([text, cutAtStop(text, stops)]);
    }
  });

  it('are held back only while a stop text may begin', () => {
    const cutter = createStopCutter(['END']);
    expect(cutter.push('one E')).toBe('one ');
    expect(cutter.push('very')).toBe('Every');
    expect(cutter.push('E')).toBe('');
    expect(cutter.push('ND two')).toBe('');
    expect(cutter.push('three') + cutter.end()).toBe('');
  });
});
