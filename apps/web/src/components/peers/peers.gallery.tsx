import type { CardProblemLine, LoginStep, PeerExchange } from '@timestep-ai/timestep/view';
import { CardProblemList } from './card-problem-list.tsx';
import { LoginStepList } from './login-step-list.tsx';
import { PeerExchangeSummary, PeerExchangeView } from './peer-exchange-view.tsx';

const problem: CardProblemLine = {
  path: 'skills[0].tags',
  message: 'is required',
  severity: 'problem',
  version: '1.0',
  section: '4.4.5',
  title: 'AgentSkill',
  link: 'https://a2a-protocol.org/v1.0.0/specification/#445-agentskill',
};
const note: CardProblemLine = { ...problem, severity: 'note', message: 'is empty' };

const step: LoginStep = {
  title: 'The server names its issuer',
  specification: 'RFC 9728, section 3',
  link: 'https://www.rfc-editor.org/rfc/rfc9728#section-3',
  state: 'done',
  note: 'authorization_servers: https://issuer.example',
  exchange: 2,
};

const exchange: PeerExchange = {
  number: 3,
  at: Date.parse('2026-01-02T03:04:05Z'),
  purpose: 'protocol',
  method: 'POST',
  url: 'https://tools.example/mcp',
  rpc: 'tools/call',
  subject: 'get_weather',
  status: 200,
  isOpen: false,
  isFailed: false,
  tookMs: 12,
  request: {
    headers: { authorization: 'Bearer [secret]' },
    bodies: [{ method: 'tools/call', params: { name: 'get_weather' } }],
    isCut: false,
  },
  response: {
    headers: { 'content-type': 'application/json' },
    bodies: [{ result: { content: [{ type: 'text', text: '17 °C' }] } }],
    isCut: true,
  },
};
const { response: _response, status: _status, tookMs: _tookMs, ...asked } = exchange;
const open: PeerExchange = { ...asked, isOpen: true };
const unanswered: PeerExchange = {
  ...asked,
  url: 'https://away.example/mcp',
  isFailed: true,
  why: 'connect ECONNREFUSED',
};

export const gallery = {
  'Check of a card': {
    fine: <CardProblemList problems={[]} />,
    'with a note': <CardProblemList problems={[note]} />,
    'with problems': <CardProblemList problems={[note, problem, problem]} />,
  },
  'Steps of a login': {
    all: (
      <LoginStepList
        steps={[
          step,
          { ...step, state: 'missing' },
          { ...step, state: 'failed' },
          { ...step, state: 'open' },
        ]}
        onOpen={() => undefined}
      />
    ),
  },
  'Exchange with a peer': {
    answered: <PeerExchangeSummary item={exchange} />,
    failed: <PeerExchangeSummary item={{ ...exchange, isFailed: true }} />,
    open: <PeerExchangeSummary item={open} />,
    'both sides': <PeerExchangeView exchange={exchange} />,
    'without a response': <PeerExchangeView exchange={unanswered} />,
  },
};
