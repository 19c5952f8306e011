import type { Subject } from './subject.ts';
import { braintrust } from './subjects/braintrust.ts';
import { evalite } from './subjects/evalite.ts';
import { promptfoo } from './subjects/promptfoo.ts';
import { timestep } from './subjects/timestep.ts';
import { vitestEvals } from './subjects/vitest-evals.ts';

export const SUBJECTS: readonly Subject[] = [timestep, promptfoo, evalite, vitestEvals, braintrust];
