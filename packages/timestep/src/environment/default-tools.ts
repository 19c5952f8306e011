import { calculate } from './calculate.ts';
import type { Tool, ToolSet } from './tool.ts';

/** `{ expr }` to `{ expr, value }`. */
export const calc: Tool = {
  replay: 'safe',
  description: 'Calculates an arithmetic expression, such as "2 * (3 + 4) ^ 2".',
  parameters: {
    type: 'object',
    properties: { expr: { type: 'string', description: 'The expression' } },
    required: ['expr'],
    additionalProperties: false,
  },
  execute({ expr }) {
    if (typeof expr !== 'string') throw new TypeError('calc needs "expr", a string');
    return { expr, value: calculate(expr) };
  },
};

/** Returns its arguments: `{ … }` to `{ echo: { … } }`. */
export const echo: Tool = {
  replay: 'safe',
  description: 'Returns the arguments it was given.',
  parameters: { type: 'object', additionalProperties: true },
  execute: (args) => ({ echo: args }),
};

/** The tools that come with the package. */
export const DEFAULT_TOOLS: ToolSet = { calc, echo };
