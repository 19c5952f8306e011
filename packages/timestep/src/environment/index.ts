export { buildToolsSchema, functionEnvironment } from './function-environment.ts';
export { contentOf, structuredOf, type Tool, type ToolFn, type ToolSet } from './tool.ts';
