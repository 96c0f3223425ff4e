/** `npm start`: builds if needed, starts the sandbox and the shop, and prints their addresses. */
import path from 'node:path'

import { fillDemo } from '../../demo/fill.ts'
import { startShop } from '../../src/app/main.ts'
import { messageOf } from '../../src/platform/http/error-message.ts'
import { announceShop } from './announce.ts'
import { buildWhenStale } from './build.ts'
import { checkEnvironment, choosePort, webhookEnvironment } from './preflight.ts'
import { startSandboxProcess } from './sandbox.ts'
import { createShutdown } from './shutdown.ts'

const env = process.env
env['NODE_ENV'] ??= 'production'

const shutdown = createShutdown()

const run = async () => {
  // Report configuration errors immediately, not after a build.
  const { data_dir } = await checkEnvironment(env)
  const build = await buildWhenStale(env['BRAINTREE_ENVIRONMENT'] ? 'production' : 'sandbox')
  const needsSandbox = !env['SANDBOX_URL'] && (!env['BRAINTREE_ENVIRONMENT'] || !env['SMTP_URL'])
  const port = await choosePort(env)
  const sandbox = needsSandbox
    ? await startSandboxProcess(path.join(data_dir, 'sandbox'), webhookEnvironment(port, env))
    : undefined
  if (sandbox) shutdown.add(sandbox.stop)
  const shop = await startShop({ ...env, PORT: port, ...sandbox?.env }, build, { fill: fillDemo })
  shutdown.add(shop.stop)
  await announceShop(shop, sandbox, shop.filled)
  console.log('\n  Stop with Ctrl-C.\n')
}

await run().catch(async (error: unknown) => {
  console.error(`\n${messageOf(error)}\n`)
  await shutdown.run()
  process.exit(1)
})
