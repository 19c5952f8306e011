import { isJsonObject, type JsonValue } from '#core';
import { createCardProblemWriter, type CardProblem } from './card-problem.ts';
import { checkA2A03Card } from './card-rules-0-3.ts';
import { checkCard } from './card-rules.ts';

/** An agent card as received: the specification also has rules for its address and its HTTP headers. */
export interface ReceivedCard {
  readonly card: JsonValue;
  /** The address that returned the card. */
  readonly address: string;
  readonly headers?: Headers;
}

/**
 * Lists where an agent card deviates from A2A 1.0 or 0.3, each with its section of the specification. A card with
 * `supportedInterfaces` is read as 1.0, a card with `protocolVersion` as 0.3; a card may be both.
 */
export function findCardProblems(received: ReceivedCard): readonly CardProblem[] {
  const { card } = received;
  const write = createCardProblemWriter('1.0');
  if (!isJsonObject(card)) {
    return [write.problem('4.4.1 AgentCard', '', 'the card must be a JSON object')];
  }
  const isOlder = typeof card['protocolVersion'] === 'string' || typeof card['url'] === 'string';
  const isNewer = card['supportedInterfaces'] !== undefined || !isOlder;
  return [
    ...(isNewer ? checkCard(card) : []),
    ...(isOlder ? checkA2A03Card(card) : []),
    ...(isNewer ? checkCardDelivery(received) : []),
  ];
}

/** Checks how a 1.0 card is served: where it is, and how long it may be cached. */
function checkCardDelivery({ address, headers }: ReceivedCard): readonly CardProblem[] {
  const write = createCardProblemWriter('1.0');
  const isWellKnown = address.endsWith('/.well-known/agent-card.json');
  const place = 'is not at /.well-known/agent-card.json, where clients look for it';
  const caching = ['cache-control', 'etag'].filter((name) => headers && !headers.has(name));
  return [
    ...(isWellKnown ? [] : [write.note('8.2 Discovery Mechanisms', '', `the card ${place}`)]),
    ...caching.map((name) =>
      write.note('8.6.1 Server Requirements', '', `the response should have the header ${name}`),
    ),
  ];
}
