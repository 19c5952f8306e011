import { expect, it } from 'vitest';
import { stemWord } from './stem.ts';

/** Examples of the paper, by its steps; the last ones show how steps follow each other. */
it.each([
  ['caresses ponies ties caress cats', 'caress poni ti caress cat'],
  ['feed agreed plastered bled motoring sing', 'feed agre plaster bled motor sing'],
  ['conflated troubled sized hopping tanned', 'conflat troubl size hop tan'],
  ['falling hissing fizzed failing filing', 'fall hiss fizz fail file'],
  ['happy sky', 'happi sky'],
  ['relational conditional rational valenci digitizer', 'relat condit ration valenc digit'],
  ['conformabli radicalli differentli vileli', 'conform radic differ vile'],
  ['vietnamization predication operator feudalism', 'vietnam predic oper feudal'],
  ['decisiveness hopefulness formaliti sensitiviti', 'decis hope formal sensit'],
  [
    'triplicate formative formalize electrical hopeful goodness',
    'triplic form formal electr hope good',
  ],
  ['revival allowance inference airliner adjustable', 'reviv allow infer airlin adjust'],
  ['replacement adjustment dependent adoption homologous', 'replac adjust depend adopt homolog'],
  [
    'effective bowdlerize probate rate cease controll roll',
    'effect bowdler probat rate ceas control roll',
  ],
  [
    'connect connected connecting connection connections',
    'connect connect connect connect connect',
  ],
  ['generalizations oscillators nashville analogy', 'gener oscil nashvil analog'],
])('stems %s', (words, stems) => {
  expect(words.split(' ').map(stemWord).join(' ')).toBe(stems);
});

it.each(['', 'is', 'größen', 'utf8', 'A', 'données', '天気', 's'.repeat(41)])(
  'leaves %s as it is',
  (word) => {
    expect(stemWord(word)).toBe(word);
  },
);
