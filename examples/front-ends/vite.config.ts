import { defineConfig } from 'vite';

const PAGES = ['use-chat', 'copilotkit', 'assistant-ui'];

export default defineConfig({
  build: { rolldownOptions: { input: PAGES.map((page) => `${page}.html`) } },
});
