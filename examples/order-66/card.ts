import type { Service } from './log.ts';

/** The agent card; its schema is `schemas/agent-card.schema.json`. */
export interface Card {
  readonly name: Service;
  readonly description: string;
  readonly version: string;
  readonly url: string;
  readonly methods: readonly ['message/send'];
  readonly skills: readonly {
    readonly id: string;
    readonly name: string;
    readonly description: string;
  }[];
}

export const MESSAGE_PATH = '/a2a/message/send';
export const CARD_PATH = '/a2a/.well-known/agent-card';

export function createInitiatorCard(url: string): Card {
  return {
    name: 'agent-a',
    description: 'Begins conversations, and sends each message when the one before is answered.',
    version: '1.0.0',
    url: url + MESSAGE_PATH,
    methods: ['message/send'],
    skills: [
      {
        id: 'converse',
        name: 'Converse',
        description: 'Holds a conversation of 1 to 20 messages.',
      },
    ],
  };
}

export function createResponderCard(url: string): Card {
  return {
    name: 'agent-b',
    description: 'Answers every message once, whatever happens to its process in between.',
    version: '1.0.0',
    url: url + MESSAGE_PATH,
    methods: ['message/send'],
    skills: [
      { id: 'respond', name: 'Respond', description: 'Answers a message at its replyTo address.' },
      { id: 'order-66', name: 'Order 66', description: 'Crashes when it is told to, and goes on.' },
    ],
  };
}
