import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defaultClientConditions, defineConfig } from 'vite';
import { createOneFilePlugin } from '../../scripts/web/one-file.ts';

/** The template of reports: one file with its script and its styles, which loads nothing. */
export default defineConfig({
  plugins: [react({ jsxImportSource: '#jsx' }), tailwindcss(), createOneFilePlugin('report.html')],
  publicDir: false,
  resolve: { conditions: ['@timestep/source', ...defaultClientConditions] },
  build: {
    target: 'es2022',
    emptyOutDir: false,
    cssCodeSplit: false,
    reportCompressedSize: false,
    rolldownOptions: { input: 'src/report/main.tsx', output: { format: 'iife' } },
  },
});
