/** Fills the database of a demo, and knows what there is to try. Only what starts a shop calls it. */
import type { OpenShop } from '../src/main.ts'
import { markDemo } from '../src/platform/installation.server.ts'
import { passwordOfDemo } from './password.ts'
import { seedAccount } from './seed-account.ts'
import { seedCoupons } from './seed-coupons.ts'
import { seedOrders } from './seed-orders.ts'
import { seedQuotes } from './seed-quotes.ts'
import { seedUploads } from './seed-uploads.ts'
import { seedDemo } from './seed.ts'

/** Of several processes that start at once, one fills. Answers undefined for a shop that is no demo. */
export const fillDemo = async ({ config, deps, database }: Pick<OpenShop, 'config' | 'deps' | 'database'>) => {
  if (!config.demo) return undefined
  return database.exclusively(async () => {
    await markDemo(deps.db, config, deps.clock.now())
    const accounts = await seedDemo(deps, await passwordOfDemo(deps))
    const coupons = await seedCoupons(deps)
    const custom_cart = await seedQuotes(deps)
    await seedOrders(deps)
    await seedAccount(deps)
    await seedUploads(deps)
    return { accounts, coupons, custom_cart }
  })
}

export type Demo = NonNullable<Awaited<ReturnType<typeof fillDemo>>>
