import { isJsonObject, parseJson, type JsonObject } from '#core';
import { shortenText } from './code-grader.ts';

/** What a judge decided. `score` is 0 to 1. */
export interface JudgeVerdict {
  readonly passed: boolean;
  readonly score: number;
  readonly reason: string;
}

/**
 * Reads the verdict of a judge: the last JSON object with `passed` after the judge's thoughts.
 * Throws if there is none, if two contradict each other, or if the score is not 0 to 1.
 */
export function readJudgeVerdict(reply: string): JudgeVerdict {
  const verdicts = listVerdicts(removeThoughts(reply));
  const last = verdicts.at(-1);
  if (!last) throw new Error(`the judge did not return a valid verdict: ${shortenText(reply)}`);
  if (verdicts.some(({ passed }) => passed !== last.passed)) {
    throw new Error(`the judge returned contradicting verdicts: ${shortenText(reply)}`);
  }
  const { passed, score, reason } = last;
  if (typeof score !== 'number' || score < 0 || score > 1) {
    const given = score === undefined ? 'no score' : `the score ${JSON.stringify(score)}`;
    throw new Error(`the judge returned ${given}: a score is a number from 0 to 1`);
  }
  return { passed, score, reason: typeof reason === 'string' ? reason.slice(0, MAX_REASON) : '' };
}

/**
 * Removes reasoning in tags that models write before the answer, even if one of the tags is
 * missing.
 */
function removeThoughts(reply: string): string {
  const after = reply.split(/<\/think(?:ing)?>/i).at(-1) ?? '';
  return after.split(/<think(?:ing)?>/i, 1)[0] ?? '';
}

/** Maximum number of characters of a reason, so that an endless judge does not fill the results. */
const MAX_REASON = 4000;

type FoundVerdict = JsonObject & { readonly passed: boolean };

/** Maximum number of braces at which parsing is tried; an answer with more is not a verdict. */
const MAX_BEGINNINGS = 200;

function listVerdicts(text: string): FoundVerdict[] {
  const found: FoundVerdict[] = [];
  let at = text.indexOf('{');
  for (let tried = 0; at !== -1 && tried < MAX_BEGINNINGS; tried += 1) {
    const object = text.slice(at, getJsonObjectEndOrLength(text, at));
    const verdict = parseJson(escapeLineBreaks(object));
    const isVerdict = isJsonObject(verdict) && typeof verdict['passed'] === 'boolean';
    if (isVerdict) found.push(verdict as FoundVerdict);
    at = text.indexOf('{', isVerdict ? at + object.length : at + 1);
  }
  return found;
}

/** Finds the end of the JSON object that starts at a brace, ignoring braces in strings. */
function getJsonObjectEndOrLength(text: string, start: number): number {
  const pieces = /"(?:[^"\\]|\\.)*"|[{}]/gs;
  pieces.lastIndex = start;
  let depth = 0;
  for (let piece = pieces.exec(text); piece; piece = pieces.exec(text)) {
    if (piece[0] === '{') depth += 1;
    if (piece[0] === '}') depth -= 1;
    if (depth === 0) return pieces.lastIndex;
  }
  return text.length;
}

/** Escapes line breaks inside JSON strings, which models write although JSON forbids them. */
function escapeLineBreaks(json: string): string {
  return json.replaceAll(/"(?:[^"\\]|\\.)*"/gs, (text) =>
    text.replaceAll('\r', '\\r').replaceAll('\n', '\\n').replaceAll('\t', '\\t'),
  );
}
