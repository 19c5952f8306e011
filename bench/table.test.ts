import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { renderReport } from './render.ts';
import { renderTable } from './table.ts';

describe('renderTable', () => {
  it('aligns names left and figures right', () => {
    const table = renderTable(
      ['', 'CPU µs', 'median'],
      [
        ['floor', '3', '4'],
        ['timestep', '28.5', '1,030'],
      ],
    );
    assert.equal(
      table,
      [
        '          CPU µs  median',
        '--------  ------  ------',
        'floor          3       4',
        'timestep    28.5   1,030',
      ].join('\n'),
    );
  });

  it('leaves missing cells empty', () => {
    assert.equal(renderTable(['a', 'b'], [['x']]), 'a  b\n-  -\nx');
  });
});

describe('renderReport', () => {
  it('says which aims are met and which are missed', () => {
    const text = renderReport({
      head: ['', 'CPU µs'],
      lines: [['timestep', '30']],
      aims: [
        { what: 'exactly', figure: 30, atMost: 30 },
        { what: 'too much', figure: 30.4, atMost: 30 },
      ],
    });
    assert.deepEqual(text.split('\n').slice(-2), [
      'aim met: exactly: 30, at most 30',
      'aim missed: too much: 30.4, at most 30',
    ]);
  });
});
