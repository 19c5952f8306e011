import { strict as assert } from 'node:assert';
import { test } from 'node:test';
import { drawScorecard } from './draw-scorecard.ts';

const RIGHT = { name: 'ours', kills: 100, lost: 0, doubled: 0, asked_again: 0, cut: 0 };

test('a product without faults has no red cell, another has one for each fault', () => {
  const right = drawScorecard([RIGHT]);
  assert.equal(right.match(/class="f"/g), null);
  assert.equal(right.match(/class="n"/g)?.length, 4);
  const wrong = drawScorecard([RIGHT, { ...RIGHT, name: 'a & b', lost: 7, cut: 3 }]);
  assert.equal(wrong.match(/class="f"/g)?.length, 2);
  assert.match(wrong, /a &amp; b/);
});

test('a product without streams has no cell for them', () => {
  const { cut: _, ...rest } = RIGHT;
  assert.match(drawScorecard([rest]), /no stream/);
});
