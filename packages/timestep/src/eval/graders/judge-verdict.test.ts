import { expect, it } from 'vitest';
import { readJudgeVerdict } from './judge-verdict.ts';

const YES = '{"passed": true, "score": 1, "reason": "right"}';
const NO = '{"passed": false, "score": 0, "reason": "no"}';

it.each([
  ['alone', YES],
  ['after a set', `The set is {2, 3}, as asked.\n${YES}`],
  ['after thoughts', `<think>Fail would be ${NO}. It holds.</think>\n${YES}`],
  ['after thoughts whose beginning was cut', `Fail would be ${NO}.</thinking>${YES}`],
  ['before thoughts without an end', `${YES}\n<think>or ${NO}`],
  ['before a set', `${YES}\nP.S. {2, 3} it is.`],
  ['in a block of code', `\`\`\`json\n${YES}\n\`\`\``],
  ['after the form', `{"passed": true or false, "score": 0 to 1}\n${YES}`],
  ['twice', `${YES}\nSo: ${YES}`],
  ['after an open brace', `if (x) { and then ${YES}`],
  ['beside a brace in a text', '{"passed": true, "score": 1, "reason": "right"}'],
  ['inside another object', `{"verdict": ${YES}}`],
])('finds a verdict %s', (_where, reply) => {
  expect(readJudgeVerdict(reply)).toEqual({ passed: true, score: 1, reason: 'right' });
});

it('reads reasons with line breaks, braces and quotes', () => {
  const reply = '{"passed": false, "score": 0.5, "reason": "a }\n\\"b\\"\t{"}';
  expect(readJudgeVerdict(reply)).toEqual({ passed: false, score: 0.5, reason: 'a }\n"b"\t{' });
});

it.each([
  ['no verdict', 'I like it', 'did not return a valid verdict'],
  ['a verdict in thoughts alone', `<think>${YES}</think> well`, 'did not return a valid verdict'],
  ['a cut verdict', YES.slice(0, -4), 'did not return a valid verdict'],
  ['contradictions', `${NO}\n${YES}`, 'contradicting'],
  ['a score above 1', '{"passed": true, "score": 85}', 'the score 85'],
  ['a score below 0', '{"passed": true, "score": -1}', 'the score -1'],
  ['a score in words', '{"passed": true, "score": "high"}', 'the score "high"'],
  ['a score of null', '{"passed": true, "score": null}', 'the score null'],
])('refuses %s', (_what, reply, message) => {
  expect(() => readJudgeVerdict(reply)).toThrow(message);
});

it('ends soon with any number of braces', () => {
  expect(() => readJudgeVerdict('{"'.repeat(20_000))).toThrow('did not return a valid verdict');
});
