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

  it('says which figures reach what they should', () => {
    const text = renderReport({
      head: [''],
      lines: [],
      aims: [
        { what: 'enough', figure: 5000, atLeast: 5000 },
        { what: 'too little', figure: 2.9, atLeast: 3 },
      ],
    });
    assert.deepEqual(text.split('\n').slice(-2), [
      'aim met: enough: 5,000, at least 5,000',
      'aim missed: too little: 2.90, at least 3',
    ]);
  });

  it('says loudly who could not be measured, in the table and why', () => {
    const missing = [{ suite: 'durable', name: 'peer', unavailable: 'it is not installed' }];
    const text = renderReport({ head: ['', 'CPU µs'], lines: [['ours', '3']], aims: [] }, missing);
    assert.match(text, /^peer +NOT MEASURED$/m);
    assert.match(text, /^NOT MEASURED: peer: it is not installed$/m);
  });
});
