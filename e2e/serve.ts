/** Starts a shop for the stories: the production bundle with a new data folder and its own sandbox. */
import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'

import { fillDemo } from '../demo/fill.ts'
import { buildFolder } from '../scripts/tasks/build.ts'
import { startSandboxProcess } from '../scripts/tasks/sandbox.ts'
import { startShop } from '../src/app/main.ts'
import type { Clock } from '../src/platform/clock.ts'
import { messageOf } from '../src/platform/http/error-message.ts'
import { createSetupCode } from '../src/setup/code.server.ts'
import type { TimeJump } from './own-shop.ts'

const folder = mkdtempSync(path.join(os.tmpdir(), 'longtake-stories-'))
const sandbox = await startSandboxProcess(path.join(folder, 'sandbox'), {
  SANDBOX_WEBHOOK_URL: `http://127.0.0.1:${process.env['PORT'] ?? 3000}/webhooks/braintree`,
})
/** How far a story has moved the clock of its own shop. */
let clockOffset_ms = 0
const clock: Clock = { now: () => new Date(Date.now() + clockOffset_ms) }
const shop = await startShop(
  {
    DEMO: '1',
    ...process.env,
    ...sandbox.env,
    DATA_DIR: folder,
    RATE_LIMITS: '0',
    MAX_EVENT_LOOP_DELAY_MS: '0',
    // Stories upload small videos.
    MASTER_MIN_SIDE_PX: '64',
    MASTER_MIN_SECONDS: '1',
    MASTER_MIN_FPS: '12',
    CAPTCHA_KEYS: '8',
    LOG_LEVEL: 'error',
    // Long for a gateway on the same machine, short for a story that waits for the timeout.
    BRAINTREE_TIMEOUT_MS: '4000',
  },
  buildFolder('production'),
  { clock, fill: fillDemo },
)

// A shop that isn't a demo begins with a code for its owner.
const setup_code = await createSetupCode(shop.deps)
if (setup_code !== undefined) process.send?.({ setup_code })

// Only the parent process can send messages. The schedule runs on real time, so the job is started here.
process.on('message', ({ days, job }: TimeJump) => {
  clockOffset_ms += days * 86_400_000
  void shop.deps.jobs.send(job, {}).then(
    () => process.send?.('moved'),
    (error: unknown) => process.send?.(messageOf(error)),
  )
})

const stop = async () => {
  await shop.stop()
  await sandbox.stop()
  rmSync(folder, { recursive: true, force: true })
  process.exit(0)
}
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void stop())
