import { reactRouter } from '@react-router/dev/vite'
import { defineConfig } from 'vite'

import { braintreeSandboxAbsent, braintreeSandboxRewrite } from './sandbox/payments/vite-rewrite.ts'
import { sharedChunks } from './scripts/vite-chunks.ts'
import { doorsOnly } from './scripts/vite-doors.ts'
import { leanManifest } from './scripts/vite-manifest.ts'
import { routeChunkErrors } from './scripts/vite-route-chunks.ts'

/** `npm start` without real payment keys builds for the sandbox; `production` leaves the provider's code untouched. */
const forSandbox = (process.env['BUILD_KIND'] ?? 'sandbox') === 'sandbox'

export default defineConfig({
  plugins: [
    reactRouter(),
    doorsOnly(),
    routeChunkErrors(),
    sharedChunks(),
    leanManifest(),
    forSandbox ? braintreeSandboxRewrite() : braintreeSandboxAbsent(),
  ],
  environments: { ssr: { build: { rollupOptions: { input: './src/app.ts' } } } },
  build: {
    assetsInlineLimit: 0,
    // On a slow machine they would be the first thing that somebody sees of the shop.
    rolldownOptions: { checks: { bundlerTimings: false } },
    // Older targets would lower light-dark() to rules that ignore parts with a theme of their own.
    cssTarget: ['chrome125', 'edge125', 'safari17.5', 'firefox128'],
  },
})
