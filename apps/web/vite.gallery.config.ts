import { mergeConfig } from 'vite';
import page from './vite.config.ts';

/** The gallery: every component in its states, at `/gallery.html`. */
export default mergeConfig(page, {
  base: '/',
  server: { open: '/gallery.html' },
  build: { outDir: 'dist/gallery', rollupOptions: { input: 'gallery.html' } },
});
