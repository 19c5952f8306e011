import { Sparkline } from './sparkline.tsx';

export const title = 'Line chart';

export const states = {
  growing: <Sparkline label="Memory" values={[90, 92, 95, 110]} text="110 MB" />,
  level: <Sparkline label="Open tasks" values={[0, 0, 0]} text="0" />,
  'one value': <Sparkline label="Tokens" values={[12]} text="12" />,
};
