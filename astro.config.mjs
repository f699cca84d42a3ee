import node from '@astrojs/node'
import react from '@astrojs/react'
import tailwind from '@astrojs/tailwind'
import { defineConfig } from 'astro/config'

export default defineConfig({
  srcDir: './site',
  publicDir: './site/public',
  outDir: process.env.SITE_DIR ?? './dist',
  site: process.env.PUBLIC_ORIGIN ?? 'http://localhost:4321',
  output: 'static',
  adapter: node({ mode: 'middleware' }),
  integrations: [
    react(),
    tailwind({ configFile: './site/styles/tailwind.config.ts', applyBaseStyles: false }),
  ],
  build: { inlineStylesheets: 'auto' },
  devToolbar: { enabled: false },
})
