import { defineConfig } from 'vite'

// Files of its own and nothing inline, as the content security policy of the control port demands.
export default defineConfig({
  base: '/console/',
  build: {
    outDir: '../../dist/console',
    emptyOutDir: true,
    assetsDir: '',
    assetsInlineLimit: 0,
    modulePreload: false,
  },
})
