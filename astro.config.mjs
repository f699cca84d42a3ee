import { readdirSync } from 'node:fs'
import { resolve } from 'node:path'
import node from '@astrojs/node'
import react from '@astrojs/react'
import tailwind from '@astrojs/tailwind'
import { defineConfig, fontProviders } from 'astro/config'
import { DEFAULT_CONTENT_DIR, readContent } from '#api/content/read-content.ts'
import { checkoutHosts } from '#api/rules/payment-provider.ts'
import { listTargets } from '#site/build/baseline.ts'
import { chunks } from '#site/build/chunks.ts'
import { precompress } from '#site/build/precompress.ts'
import { preloadIslands } from '#site/build/preload-islands.ts'
import { secondTry } from '#site/build/second-try.ts'
import { contentModules } from '#site/content-modules.ts'
import { embed } from '#site/widget/bundle.ts'

/** Our own client directives, which say when an island loads: `client:intent` is site/build/intent.ts, and so on. */
const DIRECTIVES = ['intent', 'purchase', 'exit-intent']

const api = process.env.API_ORIGIN ?? 'http://localhost:4322'

// Set, since site/pages/leaders/ reads pictures in it.
process.env.CONTENT_DIR ||= DEFAULT_CONTENT_DIR
const contentDir = process.env.CONTENT_DIR
const content = readContent(contentDir)

/** The characters of Inter's Latin subset; any other comes from a system font. */
const LATIN =
  'U+0000-00FF, U+0131, U+0152-0153, U+02BB-02BC, U+02C6, U+02DA, U+02DC, U+2000-206F, U+20AC, U+2122, U+2191, U+2193, U+2212, U+2215, U+FEFF, U+FFFD'

export default defineConfig({
  srcDir: './site',
  publicDir: './site/public',
  outDir: process.env.SITE_DIR ?? './dist',
  site: process.env.PUBLIC_ORIGIN ?? 'http://localhost:4321',
  output: 'static',
  trailingSlash: 'ignore',
  adapter: node({ mode: 'middleware' }),
  integrations: [
    react(),
    // Must run before `precompress`.
    preloadIslands,
    embed(content),
    precompress,
    tailwind({ configFile: './site/styles/tailwind.config.ts', applyBaseStyles: false }),
    {
      name: 'content',
      hooks: {
        'astro:config:setup': ({ addWatchFile, updateConfig }) => {
          updateConfig({ vite: { plugins: [contentModules(content)] } })
          // The dev server restarts when a file of the content folder changes.
          for (const file of readdirSync(contentDir, { recursive: true }))
            addWatchFile(resolve(contentDir, file))
        },
      },
    },
    {
      name: 'site-directives',
      hooks: {
        'astro:config:setup': ({ addClientDirective }) => {
          for (const name of DIRECTIVES) {
            addClientDirective({ name, entrypoint: `./site/build/${name}.ts` })
          }
        },
      },
    },
  ],
  markdown: { syntaxHighlight: false },
  fonts: [
    {
      provider: fontProviders.local(),
      name: 'Inter',
      cssVariable: '--font-sans',
      // The first three are in site/styles/fallback-fonts.css.
      fallbacks: ['Inter Arial', 'Inter Roboto', 'Inter DejaVu', 'system-ui', 'sans-serif'],
      optimizedFallbacks: false,
      options: {
        variants: [
          {
            src: ['@fontsource-variable/inter/files/inter-latin-wght-normal.woff2'],
            weight: '100 900',
            style: 'normal',
            display: 'swap',
            unicodeRange: LATIN.split(', '),
          },
        ],
      },
    },
  ],
  // frame-ancestors works as a header only: the server sends it (api/platform/plugins/security.ts).
  security: {
    csp: {
      directives: [
        "default-src 'self'",
        `frame-src ${checkoutHosts.api} ${checkoutHosts.script}`,
        `connect-src 'self' ${checkoutHosts.api} ${checkoutHosts.log}`,
        "img-src 'self' data: https:",
        "font-src 'self'",
        "base-uri 'none'",
        "form-action 'self'",
        "object-src 'none'",
      ],
      scriptDirective: { resources: ["'self'", checkoutHosts.script] },
      styleDirective: { resources: ["'self'"] },
    },
  },
  // /about is about.html: static servers find it without a redirect to a folder.
  // Several pages at once: while another thread compresses the picture of one, the next is rendered. Saves a tenth of a build's time.
  build: { format: 'file', inlineStylesheets: 'always', concurrency: 4 },
  devToolbar: { enabled: false },
  vite: {
    // As tsconfig.json has it. Pages under translation need it (site/kit/ui/jsx/texts.ts).
    oxc: { jsx: { importSource: '#jsx' } },
    plugins: [
      chunks,
      secondTry,
      {
        // Bundles all packages into the pages that are rendered on demand, because production does not install those of the
        // build. Not in the dev server, which cannot bundle some of them.
        name: 'self-contained-server',
        apply: 'build',
        config: () => ({ environments: { ssr: { resolve: { noExternal: true } } } }),
      },
    ],
    // Not /api/contract and /api/rules: in development the browser loads those modules by their path in the project.
    server: { proxy: { '^/api/(?!(contract|rules)/)': api, '/sandbox': api, '/pictures': api } },
    build: {
      // The policy takes fonts from files alone.
      assetsInlineLimit: (file) => (file.endsWith('.woff2') ? false : undefined),
      target: listTargets(),
      rolldownOptions: {
        // Reads of a package with a thousand icons only those that are imported.
        experimental: { lazyBarrel: true },
        onLog(level, log, print) {
          // Astro puts a directive into every Markdown file , which is read before the bundling; the bundler would warn of each.
          if (log.code !== 'MODULE_LEVEL_DIRECTIVE') print(level, log)
        },
      },
    },
  },
})
