import { Panel } from './panel.tsx';

export const title = 'Panel';

export const states = {
  whole: <Panel>What a view shows.</Panel>,
};
