import { findQuestionIndex, getText, type Message } from '#core';
import type { AgentFn } from '#engine/port';
import { createIndex, rank, type RankedItem } from '#engine/relevance';
import { scriptedAgent, type ScriptedAgentOptions } from './script/scripted-agent.ts';

interface Passage extends RankedItem {
  readonly reference: string;
  readonly heading: string;
  readonly text: string;
}

const MOST_PASSAGES = 2;
const FLOOR = 0.6;
const LONGEST_PASSAGE = 2500;

/** Creates an agent without a model, which answers with matching passages of its references. */
export function createPassagesAgent(options: ScriptedAgentOptions = {}): AgentFn {
  return scriptedAgent((messages) => composeAnswerFromPassages(messages), options);
}

function composeAnswerFromPassages(messages: readonly Message[]): string {
  const at = findQuestionIndex(messages);
  const asked = messages[at];
  const question = asked ? getText(asked) : '';
  const told = messages.filter((message, place) => isContextMessage(message, place, at));
  const passages = told.flatMap((message) => splitIntoPassages(getText(message)));
  const found = rank(createIndex(passages), question, { limit: MOST_PASSAGES, floor: FLOOR });
  if (found.length === 0) return formatNothingFound(passages);
  return found.map(({ item }) => formatPassage(item)).join('\n\n');
}

/**
 * Whether a message is context for the user's question. Tasks of earlier releases have it directly before
 * that message.
 */
function isContextMessage(message: Message, index: number, questionIndex: number): boolean {
  if (message.role !== 'user') return message.role === 'system';
  return message.is_context === true || index === questionIndex - 1;
}

function splitIntoPassages(text: string): Passage[] {
  const passages: Passage[] = [];
  let reference: string | undefined;
  let heading = '';
  let lines: string[] = [];
  let isCode = false;
  const finishPassage = (): void => {
    const body = lines.join('\n').trim();
    if (reference !== undefined && body !== '') {
      passages.push({ name: `${reference} ${heading}`, reference, heading, text: body });
    }
    lines = [];
  };
  for (const line of text.split('\n')) {
    const begun = parseReferenceName(line);
    if (begun !== undefined) {
      finishPassage();
      [reference, heading, isCode] = [begun, '', false];
    } else if (!isCode && line.startsWith('#')) {
      finishPassage();
      heading = line.slice(line.lastIndexOf('#', line.indexOf(' ')) + 1).trim();
    } else {
      if (line.startsWith('```')) isCode = !isCode;
      lines.push(line);
    }
  }
  finishPassage();
  return passages;
}

const BEGIN = 'Reference (';
const END = '):';

function parseReferenceName(line: string): string | undefined {
  if (!line.startsWith(BEGIN) || !line.endsWith(END)) return undefined;
  return line.slice(BEGIN.length, -END.length);
}

function formatPassage({ reference, heading, text }: Passage): string {
  const cut = text.length > LONGEST_PASSAGE ? `${text.slice(0, LONGEST_PASSAGE)} …` : text;
  const place = heading === '' ? reference : `${reference}: ${heading}`;
  return `**${place}**\n\n${cut}`;
}

function formatNothingFound(passages: readonly Passage[]): string {
  const names = [...new Set(passages.map(({ reference }) => reference))];
  if (names.length === 0) return 'I found nothing about that. Try other words.';
  return `I found nothing about that. I can search: ${names.join(', ')}.`;
}
