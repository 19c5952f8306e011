import { expect, it } from 'vitest';
import { rank, computeScores, type RankOptions } from './rank.ts';
import { createIndex, type RankedItem } from './relevance-index.ts';

const TOOLS: readonly RankedItem[] = [
  {
    name: 'get_weather',
    description: 'Current weather and forecast of a city',
    text: 'city units',
  },
  { name: 'sendEmail', description: 'Sends a message to an address', text: 'recipient subject' },
  { name: 'read_file', description: 'Reads a file', text: 'path' },
  { name: 'list_directory', description: 'Lists the files of a folder', text: 'path of a folder' },
  { name: 'convert_currency', description: 'Converts an amount of money', text: 'from to' },
];

function namesFor(query: string, items = TOOLS, options: RankOptions = {}): string[] {
  return rank(createIndex(items), query, options).map(({ item }) => item.name);
}

it.each([
  ['Will it rain in Paris? Show me the weather.', 'get_weather'],
  ['please e-mail the report to Ann', 'sendEmail'],
  ['What is in these files?', 'read_file'],
  ['converting currencies', 'convert_currency'],
  ['how much money is that', 'convert_currency'],
])('ranks the tool for "%s" first', (query, name) => {
  expect(namesFor(query)[0]).toBe(name);
});

it('finds nothing where no word is shared, and nothing of nothing', () => {
  expect(namesFor('quantum gravity')).toEqual([]);
  expect(namesFor('')).toEqual([]);
  expect(namesFor('and where is it?')).toEqual([]);
  expect(namesFor('weather', [])).toEqual([]);
  expect(namesFor('weather', [{ name: '' }])).toEqual([]);
});

it('counts the name more than the description, and the description more than the text', () => {
  const items = [
    { name: 'x', description: 'y', text: 'invoice' },
    { name: 'x', description: 'invoice', text: 'y' },
    { name: 'invoice', description: 'x', text: 'y' },
  ];
  expect(rank(createIndex(items), 'invoice').map(({ item }) => item)).toEqual(items.toReversed());
});

it('counts a rare word more than a common one', () => {
  const items = ['red paint', 'red car', 'red house', 'blue house'].map((name) => ({ name }));
  expect(namesFor('a red or blue thing', items)[0]).toBe('blue house');
});

it('counts a word of the query once, however often it is said', () => {
  const once = computeScores(createIndex(TOOLS), 'file weather');
  expect(computeScores(createIndex(TOOLS), 'file file file weather')).toEqual(once);
});

it('puts equal scores in the order of names, whatever the order of the items', () => {
  const items = ['delta', 'alpha', 'Beta', 'charlie'].map((name) => ({ name, text: 'same words' }));
  const sorted = ['Beta', 'alpha', 'charlie', 'delta'];
  expect(namesFor('same', items)).toEqual(sorted);
  expect(namesFor('same', items.toReversed())).toEqual(sorted);
});

it('returns five by default, and as many as the limit says', () => {
  const items = Array.from({ length: 9 }, (_, at) => ({ name: `file ${at}` }));
  expect(namesFor('file', items)).toHaveLength(5);
  expect(namesFor('file', items, { limit: 7 })).toHaveLength(7);
});

it('leaves out what scores less than the floor, as a share of the best that passes the filter', () => {
  const query = 'read the file in this folder';
  expect(namesFor(query)).toEqual(['read_file', 'list_directory']);
  expect(namesFor(query, TOOLS, { floor: 0.9 })).toEqual(['read_file']);
  const filter = ({ name }: RankedItem): boolean => name !== 'read_file';
  expect(namesFor(query, TOOLS, { floor: 0.9, filter })).toEqual(['list_directory']);
});

it('takes a word for longer ones that begin with it, if it is not too short', () => {
  const items = ['Rechnungsprüfung', 'Reisekosten', 'photography'].map((name) => ({ name }));
  expect(namesFor('Welche Rechnung ist offen?', items)).toEqual(['Rechnungsprüfung']);
  expect(namesFor('a photo', items)).toEqual(['photography']);
  expect(namesFor('rei', items)).toEqual([]);
  const exactToo = [...items, { name: 'Rechnung' }];
  expect(namesFor('Rechnung', exactToo)).toEqual(['Rechnung', 'Rechnungsprüfung']);
});

it('prefers of longer words the one that is less longer', () => {
  const items = ['photoalphabetically', 'photobook'].map((name) => ({ name }));
  expect(namesFor('photo', items)).toEqual(['photobook', 'photoalphabetically']);
});

it('counts a word less where it is one of many', () => {
  const long = { name: 'a', description: 'tea, bread, butter, honey, cheese and apples' };
  expect(namesFor('tea', [long, { name: 'b', description: 'tea' }])).toEqual(['b', 'a']);
});

it('ranks in languages of other scripts', () => {
  const items = ['天气预报查询', '发送电子邮件', '天気を調べる', '날씨 조회', 'поиск файлов'].map(
    (name) => ({ name }),
  );
  expect(namesFor('北京今天天气怎么样', items)[0]).toBe('天气预报查询');
  expect(namesFor('给他发一封邮件', items)[0]).toBe('发送电子邮件');
  expect(namesFor('東京の天気は？', items)[0]).toBe('天気を調べる');
  expect(namesFor('오늘 날씨를 알려줘', items)[0]).toBe('날씨 조회');
  expect(namesFor('Поиск', items)[0]).toBe('поиск файлов');
});

const FILLER = 'Words about gardens, rivers and the sea follow each other without an end. ';

it('finds a long reference by one of its passages', () => {
  const refunds = 'Refunds of a cancelled booking are paid within ten days, without a fee. ';
  const long = { name: 'handbook', text: FILLER.repeat(300) + refunds + FILLER.repeat(300) };
  const short = { name: 'days', description: 'Counts the days between two dates' };
  const query = 'how many days does the refund of a cancelled booking take';
  expect(namesFor(query, [short, long, ...TOOLS])[0]).toBe('handbook');
});

it('does not prefer a text because it is long', () => {
  const long = { name: 'garden', text: `${FILLER.repeat(300)} An invoice is in the shed.` };
  const short = { name: 'invoices', description: 'How an invoice is written' };
  expect(namesFor('write an invoice', [long, short, ...TOOLS])[0]).toBe('invoices');
});

it('counts the items a word is in, not their passages', () => {
  const guide = (text: string): RankedItem => ({ name: 'garden guide', text: text.repeat(300) });
  const others = [{ name: 'guide of rivers' }, { name: 'sea' }, { name: 'mountain' }];
  const query = 'garden';
  const [few = 0] = computeScores(createIndex([guide(''), ...others]), query);
  const [many = 0] = computeScores(
    createIndex([guide('Roses and tulips bloom. '), ...others]),
    query,
  );
  expect(many / few).toBeGreaterThan(0.5);
});
