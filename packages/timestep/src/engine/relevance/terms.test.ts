import { expect, it } from 'vitest';
import { extractTerms } from './terms.ts';

it.each([
  ['Where can I find the latest papers?', 'find latest paper'],
  ["It's the user's own", 'user own'],
  ['readFile', 'read file readfil'],
  ['read_files', 'read file readfil'],
  ['e-mail', 'e mail email'],
  ['HTTPServer', 'http server httpserver'],
  ['base64Encode', 'base64 encod base64encode'],
  ['math.factorial', 'math factori'],
  ['mcp__files__read', 'mcp file read'],
  ['YouTube, youtube', 'tube youtub youtub'],
  ['Prüfe die Rechnung für Straße 5', 'prufe die rechnung fur straße 5'],
  ['Ｆｕｌｌ ｗｉｄｔｈ ﬁle', 'full width file'],
  ['Погода в Москве', 'погода в москве'],
  ['חיפוש קבצים', 'חיפוש קבצים'],
  ['मौसम की जानकारी', 'मौसम की जानकारी'],
  ['- _ ... ?!', ''],
  ['', ''],
])('makes terms of %s', (text, terms) => {
  expect(extractTerms(text)).toEqual(terms === '' ? [] : terms.split(' '));
});

it.each([
  ['天气预报', '天气 气预 预报'],
  ['猫', '猫'],
  ['東京のAPIを検索', 'api 東京 京の を検 検索'],
  ['날씨를 알려줘', '날씨 씨를 알려 려줘'],
  ['がく', 'がく'],
  ['อากาศ', 'อา าก กา าศ'],
])('makes pairs of characters of %s', (text, terms) => {
  expect(extractTerms(text)).toEqual(terms.split(' '));
});
