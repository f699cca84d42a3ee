/** The boundaries of the house: floors (db ← api ← site ← e2e), an order of the API's features, no cycles. */

/** The features of the API, lowest first. Each imports from the layers below its own, so that no circle can arise. */
const FEATURE_LAYERS = [
  ['audit'],
  ['mail'],
  ['auth'],
  ['second-factor'],
  ['notifications'],
  ['pictures'],
  ['api-keys', 'catalogue', 'coupons', 'embedding', 'webhooks'],
  ['publishing'],
  ['orders'],
  ['payments'],
  ['refunds'],
  ['disputes', 'stray-money'],
  ['provider-events'],
  ['invoices'],
  ['checkout'],
  ['messages', 'deliveries'],
  ['reminders'],
  ['access-data', 'offers', 'parts', 'refund-requests', 'reviews'],
  [
    'accounts',
    'assignments',
    'doctor',
    'imports',
    'operation',
    'overview',
    'privacy',
    'profile',
    'registrations',
    'search',
    'users',
  ],
  ['files', 'metrics'],
  ['replies'],
]

const featureOrder = FEATURE_LAYERS.flatMap((layer, height) =>
  layer.map((feature) => ({
    name: `features-in-their-order (${feature})`,
    severity: 'error',
    from: { path: `^api/features/${feature}/` },
    to: {
      path: '^api/features/',
      pathNot: `^api/features/(${[...FEATURE_LAYERS.slice(0, height).flat(), feature].join('|')})/`,
    },
  })),
)

const TEST_CODE = '(/testing/|^api/testing/|\\.test\\.tsx?$)'

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
      name: 'site-knows-contract-and-rules',
      comment: 'What runs in a browser shares these two with the server and nothing else of it.',
      severity: 'error',
      from: { path: '^site/' },
      to: { path: '^(api|db)/', pathNot: '^api/(contract|rules)/' },
    },
    {
      name: 'contract-imports-zod-and-rules',
      severity: 'error',
      from: { path: '^api/contract/', pathNot: '\\.test\\.ts$' },
      to: { pathNot: '^(api/contract/|api/rules/|node_modules/zod/)' },
    },
    {
      name: 'rules-import-nothing',
      comment: 'They run in every page: nothing of theirs may bring zod along.',
      severity: 'error',
      from: { path: '^api/rules/', pathNot: '\\.test\\.ts$' },
      to: { pathNot: '^api/rules/' },
    },
    {
      name: 'sharp-in-the-publisher-alone',
      comment: 'What decodes uploaded files must not stand in a process that answers buyers.',
      severity: 'error',
      from: { path: '^api/(app|server|demo/demo)\\.ts$' },
      to: { path: 'node_modules/sharp/', reachable: true },
    },
    {
      name: 'no-demo-in-production',
      comment: 'The stand-in of the provider, the demo and its data belong to `npm start` alone.',
      severity: 'error',
      from: { path: '^api/(app|server|publisher)\\.ts$' },
      to: { path: '^api/demo/', reachable: true },
    },
    {
      name: 'content-imports-the-contract-alone',
      comment: 'The site’s build reads the content folder with it, so it must load nothing of the server.',
      severity: 'error',
      from: { path: '^api/content/', pathNot: '\\.test\\.ts$' },
      to: {
        pathNot: '^(api/content/|api/(contract|rules)/|node_modules/(yaml|zod)/|node:|fs$|path$|crypto$)',
      },
    },
    ...featureOrder,
    {
      name: 'features-have-a-layer',
      comment: 'A new folder of api/features takes its place in FEATURE_LAYERS.',
      severity: 'error',
      from: { path: '^api/features/', pathNot: `^api/features/(${FEATURE_LAYERS.flat().join('|')})/` },
      to: {},
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
      from: { path: '^(api|db|site)/', pathNot: TEST_CODE },
      to: { path: TEST_CODE },
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
