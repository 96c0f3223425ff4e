/** A shop for the stories: the production bundle on a fresh data folder, with the sandbox beside it. */
import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'

import { buildFolder } from '../scripts/tasks/build.ts'
import { startSandboxProcess } from '../scripts/tasks/sandbox.ts'
import { startShop } from '../src/main.ts'

const folder = mkdtempSync(path.join(os.tmpdir(), 'longtake-stories-'))
const sandbox = await startSandboxProcess(path.join(folder, 'sandbox'), {
  SANDBOX_WEBHOOK_URL: `http://127.0.0.1:${process.env['PORT'] ?? 3000}/webhooks/braintree`,
})
const shop = await startShop(
  {
    ...process.env,
    ...sandbox.env,
    DATA_DIR: folder,
    RATE_LIMITS: '0',
    CAPTCHA_KEYS: '8',
    LOG_LEVEL: 'error',
    // Long for a gateway on the same machine, short for a story that waits it out.
    BRAINTREE_TIMEOUT_MS: '4000',
  },
  buildFolder('production'),
)

const stop = async () => {
  await shop.stop()
  await sandbox.stop()
  rmSync(folder, { recursive: true, force: true })
  process.exit(0)
}
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void stop())
