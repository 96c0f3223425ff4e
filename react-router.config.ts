import path from 'node:path'

import type { Config } from '@react-router/dev/config'

export default {
  appDirectory: 'src',
  buildDirectory: path.join('build', process.env['BUILD_KIND'] ?? 'sandbox'),
  ssr: true,
  // One small cached manifest for all routes is cheaper than sending each page's own with every page.
  routeDiscovery: { mode: 'initial' },
} satisfies Config
