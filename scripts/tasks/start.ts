/** `npm start`: builds when needed, starts the sandbox and the shop, says where they are. */
import path from 'node:path'

import { fillDemo } from '../../demo/fill.ts'
import { startShop } from '../../src/main.ts'
import { messageOf } from '../../src/platform/message.ts'
import { announceShop } from './announce.ts'
import { buildWhenStale } from './build.ts'
import { freePlace, portToUse, webhookAddress } from './place.ts'
import { startSandboxProcess } from './sandbox.ts'
import { undoWhenStopped } from './stopping.ts'

const env = process.env
env['NODE_ENV'] ??= 'production'

const stopped = undoWhenStopped()

const run = async () => {
  // Mistakes are told at once, not after a build.
  const { data_dir } = await freePlace(env)
  const build = await buildWhenStale(env['BRAINTREE_ENVIRONMENT'] ? 'production' : 'sandbox')
  const needsStandIns = !env['SANDBOX_URL'] && (!env['BRAINTREE_ENVIRONMENT'] || !env['SMTP_URL'])
  const port = await portToUse(env)
  const sandbox = needsStandIns
    ? await startSandboxProcess(path.join(data_dir, 'sandbox'), webhookAddress(port, env))
    : undefined
  if (sandbox) stopped.add(sandbox.stop)
  const shop = await startShop({ ...env, PORT: port, ...sandbox?.env }, build, { fill: fillDemo })
  stopped.add(shop.stop)
  await announceShop(shop, sandbox, shop.filled)
  console.log('\n  Stop with Ctrl-C.\n')
}

await run().catch(async (error: unknown) => {
  console.error(`\n${messageOf(error)}\n`)
  await stopped.undo()
  process.exit(1)
})
