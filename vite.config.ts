import { reactRouter } from '@react-router/dev/vite'
import { defineConfig } from 'vite'

import { braintreeSandboxAbsent, braintreeSandboxRewrite } from './sandbox/payments/vite-rewrite.ts'
import { sharedChunks } from './scripts/vite-chunks.ts'
import { endpointsOnly } from './scripts/vite-endpoints.ts'
import { routeChunkErrors } from './scripts/vite-route-chunks.ts'

/** `npm start` without real payment keys builds for the sandbox; `production` leaves the provider's code unchanged. */
const forSandbox = (process.env['BUILD_KIND'] ?? 'sandbox') === 'sandbox'

export default defineConfig({
  plugins: [
    reactRouter(),
    endpointsOnly(),
    routeChunkErrors(),
    sharedChunks(),
    forSandbox ? braintreeSandboxRewrite() : braintreeSandboxAbsent(),
  ],
  environments: { ssr: { build: { rollupOptions: { input: './src/app/app.ts' } } } },
  build: {
    assetsInlineLimit: 0,
    // On a slow machine the timings would be the first output that users see. A dialog that some lazy parts import
    // statically is still no part of the pages that load it lazily.
    rolldownOptions: { checks: { bundlerTimings: false, ineffectiveDynamicImport: false } },
    // Older targets would compile light-dark() to rules that break for elements with their own theme.
    cssTarget: ['chrome125', 'edge125', 'safari17.5', 'firefox128'],
  },
})
