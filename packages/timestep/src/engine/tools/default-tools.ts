import { calculate } from './calculate.ts';
import type { Tool, ToolSet } from './tool.ts';

/** The tool `calc`: takes `{ expr }` and returns `{ expr, value }`. */
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
    if (typeof expr !== 'string')
      throw new TypeError('the tool calc needs the argument "expr", a string');
    return { expr, value: calculate(expr) };
  },
};

/** The tool `echo`: returns its arguments as `{ echo: { … } }`. */
export const echo: Tool = {
  replay: 'safe',
  description: 'Returns the arguments it was given.',
  parameters: { type: 'object', additionalProperties: true },
  execute: (args) => ({ echo: args }),
};

/** The default tools of the package: `calc` and `echo`. */
export const DEFAULT_TOOLS: ToolSet = { calc, echo };
