/** Token ids by word or piece of a word; a piece that continues a word begins with `##`. */
export type Vocabulary = ReadonlyMap<string, number>;

/** Length from which a word is treated as unknown without being split. */
const LONGEST_WORD = 100;

const IDEOGRAPH =
  /[\u4E00-\u9FFF\u3400-\u4DBF\u{20000}-\u{2A6DF}\u{2A700}-\u{2B81F}\u{2B820}-\u{2CEAF}\uF900-\uFAFF\u{2F800}-\u{2FA1F}]/gu;

/** Characters that the model was not trained with: control, format, private and unassigned characters. */
const INVISIBLE = /(?![\t\n\r])[\p{C}\uFFFD]/gu;

const WORDS = /[\p{P}$+<=>^`|~]|[^\s\p{P}$+<=>^`|~]+/gu;

export function parseVocabulary(text: string): Vocabulary {
  return new Map(text.split('\n').map((word, number) => [word, number]));
}

/** Splits a text into token ids like lower-case BERT, between `[CLS]` and `[SEP]`. */
export function tokenize(text: string, vocabulary: Vocabulary, most: number): number[] {
  const get = (piece: string): number => vocabulary.get(piece) ?? 0;
  const tokens = [get('[CLS]')];
  for (const [word] of normalizeText(text).matchAll(WORDS)) {
    if (tokens.length >= most) break;
    tokens.push(...(splitWord(word, vocabulary) ?? [get('[UNK]')]));
  }
  return [...tokens.slice(0, most - 1), get('[SEP]')];
}

function normalizeText(text: string): string {
  return text
    .replaceAll(INVISIBLE, '')
    .replaceAll(IDEOGRAPH, ' $& ')
    .normalize('NFD')
    .replaceAll(/\p{Mn}/gu, '')
    .toLowerCase();
}

/** Splits a word into its longest known pieces from the left. Undefined if a part is unknown. */
function splitWord(word: string, vocabulary: Vocabulary): number[] | undefined {
  const characters = Array.from(word);
  if (characters.length > LONGEST_WORD) return undefined;
  const pieces: number[] = [];
  for (let from = 0; from < characters.length;) {
    const prefix = from === 0 ? '' : '##';
    let to = characters.length;
    let piece: number | undefined;
    while (piece === undefined && to > from) {
      piece = vocabulary.get(prefix + characters.slice(from, to).join(''));
      to -= piece === undefined ? 1 : 0;
    }
    if (piece === undefined) return undefined;
    pieces.push(piece);
    from = to;
  }
  return pieces;
}
