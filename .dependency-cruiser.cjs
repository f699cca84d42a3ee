/** The boundaries of the house: floors (db ← api ← site ← e2e), features that do not know each other, no cycles. */
module.exports = {
  forbidden: [
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'db-is-the-ground-floor',
      severity: 'error',
      from: { path: '^db/' },
      to: { path: '^(api|site|e2e)/' },
    },
    { name: 'api-below-site', severity: 'error', from: { path: '^api/' }, to: { path: '^(site|e2e)/' } },
    { name: 'site-below-e2e', severity: 'error', from: { path: '^site/' }, to: { path: '^e2e/' } },
    {
      name: 'site-knows-only-the-contract',
      comment: 'What runs in a browser shares the contract with the server and nothing else of it.',
      severity: 'error',
      from: { path: '^site/' },
      to: { path: '^(api|db)/', pathNot: '^api/contract/' },
    },
    {
      name: 'contract-imports-zod-alone',
      severity: 'error',
      from: { path: '^api/contract/', pathNot: '\\.test\\.ts$' },
      to: { pathNot: '^(api/contract/|node_modules/zod/)' },
    },
    {
      name: 'site-features-meet-in-stores',
      severity: 'error',
      from: { path: '^site/features/([^/]+)/' },
      to: { path: '^site/features/', pathNot: '^site/features/$1/' },
    },
    {
      name: 'no-test-code-in-production',
      severity: 'error',
      from: { path: '^(api|db|site)/', pathNot: '(\\.test\\.tsx?$|/testing/)' },
      to: { path: '(^(api|db)/testing/|\\.test\\.tsx?$)' },
    },
    {
      name: 'no-grab-bags',
      severity: 'error',
      from: {},
      to: { path: '(^|/)(utils?|helpers?|common)(/|\\.tsx?$)', pathNot: 'node_modules' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(dist|\\.data|\\.astro)/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: { extensions: ['.ts', '.tsx', '.mjs', '.js', '.cjs', '.astro'] },
  },
}
