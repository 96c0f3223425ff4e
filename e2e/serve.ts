/** A shop for the stories: the production bundle on a fresh data folder, with the sandbox beside it. */
import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'

import { fillDemo } from '../demo/fill.ts'
import { buildFolder } from '../scripts/tasks/build.ts'
import { startSandboxProcess } from '../scripts/tasks/sandbox.ts'
import { startShop } from '../src/main.ts'
import type { Clock } from '../src/platform/clock.ts'
import { messageOf } from '../src/platform/message.ts'
import type { Later } from './own-shop.ts'

const folder = mkdtempSync(path.join(os.tmpdir(), 'longtake-stories-'))
const sandbox = await startSandboxProcess(path.join(folder, 'sandbox'), {
  SANDBOX_WEBHOOK_URL: `http://127.0.0.1:${process.env['PORT'] ?? 3000}/webhooks/braintree`,
})
/** The wall's time, and what a story has moved its own shop on by. */
let ahead_ms = 0
const clock: Clock = { now: () => new Date(Date.now() + ahead_ms) }
const shop = await startShop(
  {
    DEMO: '1',
    ...process.env,
    ...sandbox.env,
    DATA_DIR: folder,
    RATE_LIMITS: '0',
    MAX_EVENT_LOOP_DELAY_MS: '0',
    // Stories make small films.
    MASTER_MIN_SIDE_PX: '64',
    MASTER_MIN_SECONDS: '1',
    MASTER_MIN_FPS: '12',
    CAPTCHA_KEYS: '8',
    LOG_LEVEL: 'error',
    // Long for a gateway on the same machine, short for a story that waits it out.
    BRAINTREE_TIMEOUT_MS: '4000',
  },
  buildFolder('production'),
  { clock, fill: fillDemo },
)

// Only a story that started this process itself can reach it so. The schedule goes by the wall, so the morning's job is asked for here.
process.on('message', ({ days, job }: Later) => {
  ahead_ms += days * 86_400_000
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
