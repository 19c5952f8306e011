import { CallGraphView, type ShownArrow } from './call-graph-view.tsx';

export const title = 'Graph of calls';

const BOXES = ['guide', 'weather', 'booking', 'payment'].map((id) => ({ id, name: id }));

const ARROWS: readonly ShownArrow[] = [
  { from: 'guide', to: 'weather', look: 'working', live: '2 working' },
  { from: 'guide', to: 'booking', look: 'waiting', live: '1 waiting' },
  { from: 'booking', to: 'payment', look: 'seen' },
  { from: 'payment', to: 'guide', look: 'quiet' },
];

const MANY = Array.from({ length: 100 }, (_, at) => ({ id: `a${at}`, name: `agent ${at}` }));

export const states = {
  'calls under way': (
    <CallGraphView
      label="Calls under way"
      boxes={BOXES}
      arrows={ARROWS}
      onChoose={() => undefined}
    />
  ),
  'one is chosen': (
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
