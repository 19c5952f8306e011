import { CallGraphView, type GraphArrow } from './call-graph-view.tsx';

export const title = 'Call graph';

const BOXES = ['guide', 'weather', 'booking', 'payment'].map((id) => ({ id, name: id }));

const ARROWS: readonly GraphArrow[] = [
  { from: 'guide', to: 'weather', look: 'working', live: '2 running' },
  { from: 'guide', to: 'booking', look: 'waiting', live: '1 waiting' },
  { from: 'booking', to: 'payment', look: 'seen' },
  { from: 'payment', to: 'guide', look: 'quiet' },
];

const MANY = Array.from({ length: 100 }, (_, at) => ({ id: `a${at}`, name: `agent ${at}` }));

export const states = {
  'active calls': (
    <CallGraphView label="Active calls" boxes={BOXES} arrows={ARROWS} onChoose={() => undefined} />
  ),
  'with a selected agent': (
    <CallGraphView
      label="Calls of one"
      boxes={BOXES}
      arrows={ARROWS}
      chosen="booking"
      onChoose={() => undefined}
    />
  ),
  'a hundred agents': (
    <CallGraphView
      label="Calls of a hundred"
      boxes={MANY}
      arrows={MANY.slice(1).map(({ id }, at) => {
        return { from: `a${Math.floor(at / 4)}`, to: id, look: 'quiet' as const };
      })}
      onChoose={() => undefined}
    />
  ),
};
