/** The gateway's customer of a workspace, and what it keeps to pay with next time. */
import type { Db, Trx } from '#platform/database.server.ts'
import { randomKey } from '#platform/ids.server.ts'
import { messageOf } from '#platform/message.ts'

import type { Gateway, Good, NewMethod } from './gateway.server.ts'
import type { SavedMethod } from './instrument.ts'
import type { Declined, Unknown } from './outcome.ts'

/**
 * Puts something new of a workspace into the gateway's vault, when the bank says that it is good. `unknown`: it may be there all
 * the same. Calls the gateway, so never inside a transaction.
 */
export const verifyMethod = async (
  db: Db,
  gateway: Gateway,
  workspace_id: number,
  method: Omit<NewMethod, 'customer_id'>,
): Promise<Good | Declined | Unknown> => {
  const verify = async () => {
    const customer_id = await customerIdOf(db, gateway, workspace_id)
    return { customer_id, said: await gateway.verify({ ...method, customer_id }) }
  }
  try {
    const { said, customer_id } = await verify()
    if (said.kind !== 'no_customer') return said
    // Another gateway than the one that knew the workspace: it is introduced once more.
    await db.deleteFrom('payment_customers').where('gateway_customer_id', '=', customer_id).execute()
    const again = (await verify()).said
    if (again.kind !== 'no_customer') return again
    return { kind: 'unknown', reason: 'The gateway does not know the customer that it has just made.' }
  } catch (error) {
    return { kind: 'unknown', reason: messageOf(error) }
  }
}

/** The workspace as the gateway knows it: made there when it is first needed. */
const customerIdOf = async (db: Db, gateway: Gateway, workspace_id: number): Promise<string> => {
  const known = () =>
    db
      .selectFrom('payment_customers')
      .where('workspace_id', '=', workspace_id)
      .select('gateway_customer_id')
      .executeTakeFirst()
  const before = await known()
  if (before) return before.gateway_customer_id
  const workspace = await db
    .selectFrom('workspaces')
    .where('id', '=', workspace_id)
    .select('name')
    .executeTakeFirstOrThrow()
  const gateway_customer_id = `workspace-${randomKey()}`
  await gateway.createCustomer(gateway_customer_id, workspace.name)
  // Two at once make two customers there; the first one written down is the workspace's, the other stays empty.
  await db
    .insertInto('payment_customers')
    .values({ workspace_id, gateway_customer_id })
    .onConflict(conflict => conflict.column('workspace_id').doNothing())
    .execute()
  return (await known())?.gateway_customer_id ?? gateway_customer_id
}

/** Every change of what a workspace keeps waits here for the one before it. Whoever keeps anything is the gateway's customer. */
export const lockMethods = (trx: Trx, workspace_id: number) =>
  trx
    .selectFrom('payment_customers')
    .where('workspace_id', '=', workspace_id)
    .select('workspace_id')
    .forUpdate()
    .execute()

/** Writes down what the gateway kept; the workspace's first one is its default. Knowing it already changes nothing. */
export const rememberMethod = async (
  trx: Trx,
  workspace_id: number,
  { token, type, card_brand, last_4, paypal_email, expires }: SavedMethod,
): Promise<void> => {
  await lockMethods(trx, workspace_id)
  const others = await trx
    .selectFrom('payment_methods')
    .where('workspace_id', '=', workspace_id)
    .where('is_default', '=', true)
    .select('id')
    .executeTakeFirst()
  await trx
    .insertInto('payment_methods')
    .values({
      workspace_id,
      gateway_token: token,
      type,
      card_brand,
      last_4,
      paypal_email,
      expiration_month: expires?.month ?? null,
      expiration_year: expires?.year ?? null,
      is_default: !others,
    })
    .onConflict(conflict => conflict.column('gateway_token').doNothing())
    .execute()
}

/** Its owner took it back at the provider, so it pays no more. Answers whether it was kept. */
export const forgetRevoked = async (trx: Trx, gateway_token: string): Promise<boolean> => {
  const known = await trx
    .selectFrom('payment_methods')
    .where('gateway_token', '=', gateway_token)
    .select('workspace_id')
    .executeTakeFirst()
  if (!known) return false
  await lockMethods(trx, known.workspace_id)
  const method = await trx
    .deleteFrom('payment_methods')
    .where('gateway_token', '=', gateway_token)
    .returning('is_default')
    .executeTakeFirst()
  if (method?.is_default) await makeNewestDefault(trx, known.workspace_id)
  return method !== undefined
}

/** Both under the lock of the workspace's methods. */
export const setDefault = async (trx: Trx, workspace_id: number, id: number) => {
  const mine = trx.updateTable('payment_methods').where('workspace_id', '=', workspace_id)
  await mine.set({ is_default: false }).where('is_default', '=', true).execute()
  await mine.set({ is_default: true }).where('id', '=', id).execute()
}

export const makeNewestDefault = async (trx: Trx, workspace_id: number) => {
  const next = await trx
    .selectFrom('payment_methods')
    .where('workspace_id', '=', workspace_id)
    .select(({ fn }) => fn.max('id').as('id'))
    .executeTakeFirst()
  if (next?.id) await setDefault(trx, workspace_id, next.id)
}

/** Whether something stands among what a workspace keeps. */
export const isRemembered = async (db: Db, gateway_token: string): Promise<boolean> =>
  (await db
    .selectFrom('payment_methods')
    .where('gateway_token', '=', gateway_token)
    .select('id')
    .executeTakeFirst()) !== undefined
