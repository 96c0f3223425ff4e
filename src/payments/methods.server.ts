/** A workspace’s customer at the gateway, and its saved payment methods. */
import type { Db, Trx } from '#platform/db/database.server.ts'
import { messageOf } from '#platform/http/error-message.ts'
import { randomKey } from '#platform/ids.server.ts'

import type { VerifiedMethod } from './gateway-responses.server.ts'
import type { PaymentGateway, NewMethod } from './gateway.server.ts'
import type { SavedMethod } from './instrument.ts'
import type { DeclinedOutcome, UnknownOutcome } from './outcome.ts'

/**
 * Stores a new method of a workspace in the gateway’s vault when its bank accepts it. `unknown`: it may be stored
 * anyway. Calls the gateway, so it must not run inside a transaction.
 */
export const verifyMethod = async (
  db: Db,
  gateway: PaymentGateway,
  workspace_id: number,
  method: Omit<NewMethod, 'customer_id'>,
): Promise<VerifiedMethod | DeclinedOutcome | UnknownOutcome> => {
  const verify = async () => {
    const customer_id = await ensureCustomerId(db, gateway, workspace_id)
    return { customer_id, result: await gateway.verify({ ...method, customer_id }) }
  }
  try {
    const { result, customer_id } = await verify()
    if (result.kind !== 'no_customer') return result
    // The gateway has changed since the customer was created, so it is created again.
    await db.deleteFrom('payment_customers').where('gateway_customer_id', '=', customer_id).execute()
    const retry = (await verify()).result
    if (retry.kind !== 'no_customer') return retry
    return { kind: 'unknown', reason: 'The gateway does not know the customer that it has just created.' }
  } catch (error) {
    return { kind: 'unknown', reason: messageOf(error) }
  }
}

/** Returns the workspace’s customer id at the gateway, creating the customer when needed. */
const ensureCustomerId = async (db: Db, gateway: PaymentGateway, workspace_id: number): Promise<string> => {
  const findCustomer = () =>
    db
      .selectFrom('payment_customers')
      .where('workspace_id', '=', workspace_id)
      .select('gateway_customer_id')
      .executeTakeFirst()
  const customer = await findCustomer()
  if (customer) return customer.gateway_customer_id
  const workspace = await db
    .selectFrom('workspaces')
    .where('id', '=', workspace_id)
    .select('name')
    .executeTakeFirstOrThrow()
  const gateway_customer_id = `workspace-${randomKey()}`
  await gateway.createCustomer(gateway_customer_id, workspace.name)
  // Two concurrent calls create two customers; the first one saved is used, the other stays empty.
  await db
    .insertInto('payment_customers')
    .values({ workspace_id, gateway_customer_id })
    .onConflict(conflict => conflict.column('workspace_id').doNothing())
    .execute()
  return (await findCustomer())?.gateway_customer_id ?? gateway_customer_id
}

/** Serializes changes to a workspace’s methods. A workspace with saved methods always has a customer row. */
export const lockMethods = (trx: Trx, workspace_id: number) =>
  trx
    .selectFrom('payment_customers')
    .where('workspace_id', '=', workspace_id)
    .select('workspace_id')
    .forUpdate()
    .execute()

/**
 * Saves a method of the gateway’s vault; the workspace’s first one becomes its default. Saving it again changes
 * nothing.
 */
export const savePaymentMethod = async (
  trx: Trx,
  workspace_id: number,
  { token, type, card_brand, last_4, paypal_email, expires }: SavedMethod,
): Promise<void> => {
  await lockMethods(trx, workspace_id)
  const currentDefault = await trx
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
      is_default: !currentDefault,
    })
    .onConflict(conflict => conflict.column('gateway_token').doNothing())
    .execute()
}

/** Deletes a method that its owner revoked at the provider. Returns whether it was saved. */
export const deleteMethodByToken = async (trx: Trx, gateway_token: string): Promise<boolean> => {
  const savedMethod = await trx
    .selectFrom('payment_methods')
    .where('gateway_token', '=', gateway_token)
    .select('workspace_id')
    .executeTakeFirst()
  if (!savedMethod) return false
  await lockMethods(trx, savedMethod.workspace_id)
  const method = await trx
    .deleteFrom('payment_methods')
    .where('gateway_token', '=', gateway_token)
    .returning('is_default')
    .executeTakeFirst()
  if (method?.is_default) await markNewestDefault(trx, savedMethod.workspace_id)
  return method !== undefined
}

/** Both functions need the lock of the workspace’s methods. */
export const markDefault = async (trx: Trx, workspace_id: number, id: number) => {
  const update = trx.updateTable('payment_methods').where('workspace_id', '=', workspace_id)
  await update.set({ is_default: false }).where('is_default', '=', true).execute()
  await update.set({ is_default: true }).where('id', '=', id).execute()
}

export const markNewestDefault = async (trx: Trx, workspace_id: number) => {
  const newest = await trx
    .selectFrom('payment_methods')
    .where('workspace_id', '=', workspace_id)
    .select(({ fn }) => fn.max('id').as('id'))
    .executeTakeFirst()
  if (newest?.id) await markDefault(trx, workspace_id, newest.id)
}

/** Returns whether a token belongs to a saved method. */
export const isSavedToken = async (db: Db, gateway_token: string): Promise<boolean> =>
  (await db
    .selectFrom('payment_methods')
    .where('gateway_token', '=', gateway_token)
    .select('id')
    .executeTakeFirst()) !== undefined
