import { textOf, type Message } from '../core/index.ts';
import type { AgentFn } from '../port/index.ts';
import { createIndex, rank, type RankedItem } from '../relevance/index.ts';
import { scriptedAgent, type ScriptedAgentOptions } from './script/scripted-agent.ts';

/** A part of a reference, under one heading. */
interface Passage extends RankedItem {
  readonly reference: string;
  readonly heading: string;
  readonly text: string;
}

const MOST_PASSAGES = 2;
/** A passage that is less than this share as relevant as the best one is left out. */
const FLOOR = 0.6;
const LONGEST_PASSAGE = 2500;

/**
 * An agent that needs no model: it answers with the passages of its references that the question is
 * about, word for word. It reads the references where every model does, in its transcript.
 */
export function passagesAgent(options: ScriptedAgentOptions = {}): AgentFn {
  return scriptedAgent((messages) => answerTo(messages), options);
}

function answerTo(messages: readonly Message[]): string {
  const at = messages.findLastIndex(({ role }) => role === 'user');
  const asked = messages[at];
  const question = asked ? textOf(asked) : '';
  const told = messages.slice(0, at).filter(({ role }, place) => isTold(role, place, at));
  const passages = told.flatMap((message) => passagesIn(textOf(message)));
  const found = rank(createIndex(passages), question, { limit: MOST_PASSAGES, floor: FLOOR });
  if (found.length === 0) return nothingFound(passages);
  return found.map(({ item }) => quoted(item)).join('\n\n');
}

/** The system prompt, and what was chosen for the question, which stands before it. */
function isTold(role: Message['role'], place: number, at: number): boolean {
  return role === 'system' || (role === 'user' && place === at - 1);
}

/** The parts of the references in a text, each of which begins with a line `Reference (name):`. */
function passagesIn(text: string): Passage[] {
  const passages: Passage[] = [];
  let reference: string | undefined;
  let heading = '';
  let lines: string[] = [];
  let isCode = false;
  const close = (): void => {
    const body = lines.join('\n').trim();
    if (reference !== undefined && body !== '') {
      passages.push({ name: `${reference} ${heading}`, reference, heading, text: body });
    }
    lines = [];
  };
  for (const line of text.split('\n')) {
    const begun = referenceOf(line);
    if (begun !== undefined) {
      close();
      [reference, heading, isCode] = [begun, '', false];
    } else if (!isCode && line.startsWith('#')) {
      close();
      heading = line.slice(line.lastIndexOf('#', line.indexOf(' ')) + 1).trim();
    } else {
      if (line.startsWith('```')) isCode = !isCode;
      lines.push(line);
    }
  }
  close();
  return passages;
}

const BEGIN = 'Reference (';
const END = '):';

function referenceOf(line: string): string | undefined {
  if (!line.startsWith(BEGIN) || !line.endsWith(END)) return undefined;
  return line.slice(BEGIN.length, -END.length);
}

function quoted({ reference, heading, text }: Passage): string {
  const cut = text.length > LONGEST_PASSAGE ? `${text.slice(0, LONGEST_PASSAGE)} …` : text;
  const place = heading === '' ? reference : `${reference}: ${heading}`;
  return `**${place}**\n\n${cut}`;
}

function nothingFound(passages: readonly Passage[]): string {
  const names = [...new Set(passages.map(({ reference }) => reference))];
  if (names.length === 0) return 'I know nothing about that. Ask in other words.';
  return `I find nothing about that. I can look into: ${names.join(', ')}.`;
}
