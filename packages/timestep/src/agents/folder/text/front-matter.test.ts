import { describe, expect, it } from 'vitest';
import { createProblemCollector, formatProblem } from '../problem.ts';
import { parseFrontMatter } from './front-matter.ts';

function reading(text: string) {
  const { problems, report } = createProblemCollector();
  const read = parseFrontMatter(text, 'a.md', report);
  return { read, said: () => problems.map((each) => `${each.severity} ${formatProblem(each)}`) };
}

describe('parseFrontMatter', () => {
  it('reads YAML of any depth, and the text below', () => {
    const { read, said } = reading(
      '\uFEFF---\r\nname: a\r\ntags: [b, c]\r\nmetadata:\r\n  by: d\r\ndescription: >\r\n  two\r\n  lines\r\n---\r\n\r\n# Title\r\n---\r\nend\r\n',
    );
    expect(said()).toEqual([]);
    expect(read?.body).toBe('# Title\n---\nend');
    expect(read?.fields.value).toEqual({
      name: 'a',
      tags: ['b', 'c'],
      metadata: { by: 'd' },
      description: 'two lines\n',
    });
  });

  it.each([
    ['1.10', '1.10'],
    ['2024-05-01', '2024-05-01'],
    ['2024-05-01T10:00:00Z', '2024-05-01T10:00:00Z'],
    ['yes', 'yes'],
    ['off', 'off'],
    ['true', 'true'],
    ['0x1F', '0x1F'],
    ['1_000', '1_000'],
    ['12:30', '12:30'],
    ['~', undefined],
    ['', undefined],
  ])('takes %j for the text %j', (written, text) => {
    const { read, said } = reading(`---\nversion: ${written}\n---\n`);
    expect([read?.fields.getText('version'), said()]).toEqual([text, []]);
  });

  it('takes only true and false for switches', () => {
    const { read, said } = reading('---\na: true\nb: yes\n---\n');
    expect([read?.fields.getFlag('a'), read?.fields.getFlag('b')]).toEqual([true, undefined]);
    expect(said()).toEqual(['mistake a.md:3 b must be true or false']);
  });

  it.each([
    ['Use when: asked', 'Use when: asked'],
    ['a "b": c', 'a "b": c'],
    ['[file] and more', '[file] and more'],
    ['@someone', '@someone'],
    ['%d\n  of: them', '%d of: them'],
    ['*.ts files', '*.ts files'],
    [
      'For: a\nuser: "b"\nassistant: "c"\nuser: "d"\n<end>',
      'For: a\nuser: "b"\nassistant: "c"\nuser: "d"\n<end>',
    ],
  ])('reads the value %j as it is meant, with a warning', (written, meant) => {
    const { read, said } = reading(`---\nname: a\ndescription: ${written}\ntools: b\n---\nx`);
    expect(read?.fields.value).toEqual({ name: 'a', description: meant, tools: 'b' });
    expect(said()).toEqual([
      'warning a.md:3 description is not valid YAML without quotes: put the value in quotes',
    ]);
    read?.fields.reportMistake('tools', 'is wrong');
    expect(read?.fields.findLine('tools')).toBe(3 + written.split('\n').length);
  });

  it('names the line of a field within others', () => {
    const { read, said } = reading('---\na:\n  b:\n    - c: 1\n      d: x\n---\n');
    read?.fields.getObject('a').getObjects('b')?.[0]?.getFlag('d');
    expect(said()).toEqual(['mistake a.md:5 a.b[0].d must be true or false']);
  });

  it.each([
    ['aliases without end', bomb(), 'a.md:2 cannot be read as YAML: Excessive alias count'],
    ['lists within lists without end', '['.repeat(100_000), 'a.md:2 '],
    ['names that are lists', '? [a]\n: b', 'a.md:2 is not valid YAML'],
  ])('refuses %s', (_, matter, said) => {
    const answer = reading(`---\n${matter}\n---\n`);
    expect(answer.read).toBeUndefined();
    expect(answer.said()[0]).toContain(`mistake ${said}`);
  });

  it('gives a name that objects have by birth no meaning', () => {
    const { read } = reading('---\n__proto__: { flag: true }\nconstructor: a\n---\n');
    expect(read?.fields.getFlag('flag')).toBeUndefined();
    expect(read?.fields.getObject('toString').value).toEqual({});
  });

  it('names line and field in front matter of JSON', () => {
    const { read, said } = reading('---\n{\n\t"a": 1\n}\n---\nx');
    expect([read?.fields.getText('a'), said()]).toEqual([
      undefined,
      ['mistake a.md:3 a must be a string'],
    ]);
  });
});

/** Nine lines that name a billion values. */
function bomb(): string {
  const names = 'abcdefghi'.split('');
  return names
    .map((name, at) => {
      const before = names[at - 1];
      const items = Array.from({ length: 10 }, () => (before ? `*${before}` : '1'));
      return `${name}: &${name} [${items.join(', ')}]`;
    })
    .join('\n');
}
