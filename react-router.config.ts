import path from 'node:path'

import type { Config } from '@react-router/dev/config'

export default {
  appDirectory: 'src',
  buildDirectory: path.join('build', process.env['BUILD_KIND'] ?? 'sandbox'),
  ssr: true,
  // One small file for all addresses, kept by the browser: cheaper than telling each page's own anew in each page.
  routeDiscovery: { mode: 'initial' },
} satisfies Config
