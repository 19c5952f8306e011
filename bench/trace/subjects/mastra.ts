import { prepareMastra } from '../mastra.ts';
import type { PrepareTraced } from '../subject.ts';

export const prepare: PrepareTraced = (_sink, home = '') => prepareMastra(home);
