/** `npm start`: builds when needed, starts the sandbox and the shop, says where they are. */
import path from 'node:path'

import { startShop } from '../../src/main.ts'
import { readConfig } from '../../src/platform/config.server.ts'
import { messageOf } from '../../src/platform/message.ts'
import { buildWhenStale } from './build.ts'
import { needFreeData, portToUse, webhookAddress } from './place.ts'
import { startSandboxProcess } from './sandbox.ts'
import { undoWhenStopped } from './stopping.ts'

const env = process.env
env['NODE_ENV'] ??= 'production'
const data_dir = env['DATA_DIR'] || './data'

const stopped = undoWhenStopped()

const run = async () => {
  // Mistakes are told at once, not after a build.
  readConfig(env)
  await needFreeData(data_dir, env)
  const build = await buildWhenStale(env['BRAINTREE_ENVIRONMENT'] ? 'production' : 'sandbox')
  const needsStandIns = !env['BRAINTREE_ENVIRONMENT'] || !env['SMTP_URL']
  const port = await portToUse(env)
  const sandbox = needsStandIns
    ? await startSandboxProcess(path.join(data_dir, 'sandbox'), webhookAddress(port, env))
    : undefined
  if (sandbox) stopped.add(sandbox.stop)
  const shop = await startShop({ ...env, PORT: port, ...sandbox?.env }, build)
  stopped.add(shop.stop)
  console.log(`\n  Longtake      ${shop.address}`)
  if (sandbox) console.log(`  Sandbox       ${sandbox.http}   (payments and mailbox)`)
  for (const { email, password, about } of shop.demo ?? []) console.log(`  ${about.padEnd(13)} ${email}  ${password}`)
  for (const { code, about } of shop.coupons ?? [])
    console.log(`  ${'Discount code'.padEnd(13)} ${code.padEnd(8)}  ${about}`)
  if (shop.custom_cart) console.log(`  ${'Custom cart'.padEnd(13)} ${shop.address}/cart?cart_hash=${shop.custom_cart}`)
  console.log('\n  Stop with Ctrl-C.\n')
}

await run().catch(async (error: unknown) => {
  console.error(`\n${messageOf(error)}\n`)
  await stopped.undo()
  process.exit(1)
})
