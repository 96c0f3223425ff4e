import { markDemo } from '../src/app/installation.server.ts'
/** Seeds the database of a demo and returns what there is to try. Only the tasks that start a shop call it. */
import type { OpenShop } from '../src/app/main.ts'
import { loadDemoPassword } from './password.ts'
import { seedAccount } from './seed-account.ts'
import { seedCoupons } from './seed-coupons.ts'
import { seedOrders } from './seed-orders.ts'
import { seedQuotes } from './seed-quotes.ts'
import { seedUploads } from './seed-uploads.ts'
import { seedDemo } from './seed.ts'

/** Runs in one process at a time. Returns undefined when the shop is not a demo. */
export const fillDemo = async ({ config, deps, database }: Pick<OpenShop, 'config' | 'deps' | 'database'>) => {
  if (!config.demo) return undefined
  return database.runExclusive(async () => {
    await markDemo(deps.db, config, deps.clock.now())
    const accounts = await seedDemo(deps, await loadDemoPassword(deps))
    const coupons = await seedCoupons(deps)
    const custom_cart = await seedQuotes(deps)
    await seedOrders(deps)
    await seedAccount(deps)
    await seedUploads(deps)
    return { accounts, coupons, custom_cart }
  })
}

export type DemoContents = NonNullable<Awaited<ReturnType<typeof fillDemo>>>
