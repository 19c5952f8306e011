export { createAguiHandler } from './serve/agui-handler.ts';
