export { calculate, CalculationError } from './calculate.ts';
export { calc, DEFAULT_TOOLS, echo } from './default-tools.ts';
export { buildToolsSchema, functionEnvironment } from './function-environment.ts';
export { contentOf, structuredOf, type Tool, type ToolFn, type ToolSet } from './tool.ts';
