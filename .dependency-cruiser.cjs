/** The boundaries of the house: floors (db ← api ← site ← e2e), the order of the rooms, no cycles. */

/** Each imports from those before it and none after it. */
const ROOMS = ['platform', 'people', 'outbound', 'catalogue', 'orders', 'money', 'sales', 'operations']

const roomOrder = ['api/', 'api/contract/', 'db/models/'].flatMap((floor) =>
  ROOMS.slice(0, -1).map((room, index) => ({
    name: `rooms-in-their-order (${floor}${room})`,
    severity: 'error',
    from: { path: `^${floor}${room}/` },
    to: { path: `^${floor}(${ROOMS.slice(index + 1).join('|')})/` },
  })),
)

const TEST_CODE = '(/testing/|\\.test\\.tsx?$)'

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
      name: 'sharp-in-the-worker-alone',
      comment: 'What decodes uploaded files must not stand in a process that answers buyers.',
      severity: 'error',
      from: { path: '^api/(app|server|demo/demo)\\.ts$' },
      to: { path: 'node_modules/sharp/', reachable: true },
    },
    {
      name: 'no-demo-in-production',
      comment: 'The stand-in of the provider, the demo and its data belong to `npm start` alone.',
      severity: 'error',
      from: { path: '^api/(app|server|worker)\\.ts$' },
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
    ...roomOrder,
    {
      name: 'webhooks-by-announcing',
      comment: 'What follows from an event of an order is said once, in the table of announce.ts.',
      severity: 'error',
      from: { path: '^api/', pathNot: '^api/orders/order/announce\\.ts$|\\.test\\.ts$' },
      to: { path: '^api/outbound/webhooks/queue-event\\.ts$' },
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
