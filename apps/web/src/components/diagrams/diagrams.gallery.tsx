import { CallGraphView, type GraphArrow } from './call-graph-view.tsx';

const BOXES = ['guide', 'weather', 'booking', 'payment'].map((id) => ({ id, name: id }));
const ARROWS: readonly GraphArrow[] = [
  { from: 'guide', to: 'weather', look: 'working', live: '2 running' },
  { from: 'guide', to: 'booking', look: 'waiting', live: '1 waiting' },
  { from: 'booking', to: 'payment', look: 'seen' },
  { from: 'payment', to: 'guide', look: 'quiet' },
];
const graph = { boxes: BOXES, arrows: ARROWS, onChoose: () => {} };

const MANY = Array.from({ length: 100 }, (_, at) => ({ id: `a${at}`, name: `agent ${at}` }));

const TREE = MANY.slice(1).map(({ id }, at): GraphArrow => {
  return { from: `a${Math.floor(at / 4)}`, to: id, look: 'quiet' };
});

export const gallery = {
  'Call graph': {
    'active calls': <CallGraphView {...graph} label="Active calls" />,
    'agents without calls': (
      <CallGraphView
        {...graph}
        label="Some without calls"
        boxes={[...BOXES, ...MANY.slice(0, 9)]}
      />
    ),
    'with a selected agent': <CallGraphView {...graph} label="Calls of one" chosen="booking" />,
    'a hundred agents': <CallGraphView {...graph} label="A tree" boxes={MANY} arrows={TREE} />,
  },
};
