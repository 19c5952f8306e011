import { prepare as prepareEpisode } from '../../episode/subjects/ai-sdk.ts';
import type { PrepareTraced } from '../subject.ts';

export const prepare: PrepareTraced = () => ({
  runOne: prepareEpisode(),
  end: () => Promise.resolve(),
});
