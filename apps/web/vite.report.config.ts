import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defaultClientConditions, defineConfig } from 'vite';
import { createOneFilePlugin } from '../../scripts/web/one-file.ts';

/**
 * Builds the report templates: one HTML file with its script and styles. `mode` is `report` or
 * `task`.
 */
export default defineConfig(({ mode }) => ({
  plugins: [react({ jsxImportSource: '#jsx' }), tailwindcss(), createOneFilePlugin(`${mode}.html`)],
  publicDir: false,
  resolve: { conditions: ['@timestep/source', ...defaultClientConditions] },
  build: {
    target: 'es2022',
    emptyOutDir: false,
    cssCodeSplit: false,
    reportCompressedSize: false,
    rolldownOptions: { input: `src/report/${mode}.tsx`, output: { format: 'iife' } },
  },
}));
