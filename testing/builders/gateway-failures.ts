/** A gateway that fails at one call, and summaries of what became of a payment. */
import type { PaymentGateway } from '../../src/payments/gateway.server.ts'
import type { TestApp } from '../app.ts'
import type { openCheckoutShop } from './checkout.ts'

type GatewayBooks = Pick<Awaited<ReturnType<typeof openCheckoutShop>>, 'transactions'> & { shop: Pick<TestApp, 'db'> }
type GatewayCall = 'nonceFacts' | 'verify' | 'offer' | 'sale'

/** Simulates the death of the process at a gateway call, which then never returns. `died` resolves when it is reached. */
export const createDyingGateway = (gateway: PaymentGateway, call: GatewayCall, when: 'before' | 'after') => {
  const { promise: died, resolve: reached } = Promise.withResolvers<void>()
  const dying: PaymentGateway = {
    ...gateway,
    [call]: async (input: never) => {
      if (when === 'after') await gateway[call](input)
      reached()
      return new Promise<never>(() => undefined)
    },
  }
  return { dying, died }
}

const unchargedStates = new Set(['voided', 'settlement_declined', 'processor_declined', 'gateway_rejected'])

/** Lists the gateway's charges of a workspace. */
export const listCharges = async (books: GatewayBooks, workspace_id: number) => {
  const attempts = books.shop.db.selectFrom('payment_attempts').where('workspace_id', '=', workspace_id)
  const names = new Set((await attempts.select('gateway_order_id').execute()).map(attempt => attempt.gateway_order_id))
  return (await books.transactions()).filter(charge => names.has(charge.order_id))
}

/** Summarizes the workspace's orders and final charges, such as "paid; charged once". */
export const summarizePayments = async (
  books: GatewayBooks,
  { workspace_id }: { workspace_id: number },
): Promise<string> => {
  const orders = books.shop.db.selectFrom('orders').where('workspace_id', '=', workspace_id).orderBy('id')
  const states = (await orders.select('state').execute()).map(order => order.state)
  const charged = (await listCharges(books, workspace_id)).filter(charge => !unchargedStates.has(charge.status)).length
  return `${states.join(', ')}; charged ${charged === 1 ? 'once' : charged === 0 ? 'nothing' : `${charged} times`}`
}

/** Summarizes what the payer is shown. */
export const summarizeResult = (payment: Promise<{ state: string }>): Promise<string> =>
  payment.then(
    ({ state }) => state,
    (error: { status?: number }) => `refused, ${error.status}`,
  )
