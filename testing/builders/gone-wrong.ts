/** A gateway that goes wrong at one call, and what has become of a payment in the end. */
import type { Gateway } from '../../src/payments/gateway.server.ts'
import type { TestApp } from '../app.ts'
import type { openCheckoutShop } from './checkout.ts'

type Books = Pick<Awaited<ReturnType<typeof openCheckoutShop>>, 'transactions'> & { shop: Pick<TestApp, 'db'> }
type Call = 'nonceFacts' | 'verify' | 'offer' | 'sale'

/** The process dies at a call: it hears nothing and writes nothing any more. `died` is when. */
export const dyingAt = (gateway: Gateway, call: Call, when: 'before' | 'after') => {
  const { promise: died, resolve: reached } = Promise.withResolvers<void>()
  const dying: Gateway = {
    ...gateway,
    [call]: async (asked: never) => {
      if (when === 'after') await gateway[call](asked)
      reached()
      return new Promise<never>(() => undefined)
    },
  }
  return { dying, died }
}

const gone = new Set(['voided', 'settlement_declined', 'processor_declined', 'gateway_rejected'])

/** What the gateway was ever asked to charge a workspace. */
export const chargesOf = async (at: Books, workspace_id: number) => {
  const attempts = at.shop.db.selectFrom('payment_attempts').where('workspace_id', '=', workspace_id)
  const names = new Set((await attempts.select('gateway_order_id').execute()).map(one => one.gateway_order_id))
  return (await at.transactions()).filter(charge => names.has(charge.order_id))
}

/** "paid; charged once": the workspace's orders, and how often it was charged for good. */
export const standing = async (at: Books, { workspace_id }: { workspace_id: number }): Promise<string> => {
  const orders = at.shop.db.selectFrom('orders').where('workspace_id', '=', workspace_id).orderBy('id')
  const states = (await orders.select('state').execute()).map(order => order.state)
  const charged = (await chargesOf(at, workspace_id)).filter(charge => !gone.has(charge.status)).length
  return `${states.join(', ')}; charged ${charged === 1 ? 'once' : charged === 0 ? 'nothing' : `${charged} times`}`
}

/** What whoever pays hears at once. */
export const toldBy = (paying: Promise<{ state: string }>): Promise<string> =>
  paying.then(
    ({ state }) => state,
    (error: { status?: number }) => `refused, ${error.status}`,
  )
