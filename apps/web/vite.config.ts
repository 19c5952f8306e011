import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { createLicensePlugin } from '../../scripts/bundle/licenses.ts';
import { defaultClientConditions, defineConfig } from 'vite';

export default defineConfig({
  base: '/ui/',
  plugins: [react({ jsxImportSource: '#jsx' }), tailwindcss(), createLicensePlugin('licenses.txt')],
  // The page imports the reducers and wire types from the source of the `timestep` package.
  resolve: { conditions: ['@timestep/source', ...defaultClientConditions] },
  build: {
    target: 'es2022',
    assetsInlineLimit: 0,
    // Without `modulepreload` (Safari before 17) the modules still load, only a little later.
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    // The package's modules have no side effects, so each view's bundle omits modules that it does not use.
    rolldownOptions: {
      treeshake: {
        moduleSideEffects: [{ test: /packages[\\/]timestep[\\/]src/, sideEffects: false }],
      },
    },
  },
});
