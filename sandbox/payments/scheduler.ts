/** The gateway's background work: settles debits and delivers webhooks. */
import type { Gateway } from './gateway.ts'
import { isBank } from './instruments.ts'
import type { Transaction } from './records.ts'
import { settle } from './transactions.ts'
import { deliverDue } from './webhooks/deliver.ts'

const INTERVAL_MS = 250
/** How long a bank debit is pending before it settles automatically. */
const DEBIT_PENDING_MS = 3_000

/** Starts the background work. `stop` ends it and aborts deliveries in progress. */
export function startScheduler(gateway: Gateway) {
  const abortController = new AbortController()
  let isDelivering = false
  const timer = setInterval(() => {
    settleDebits(gateway, Date.now())
    if (isDelivering) return
    isDelivering = true
    void deliverDue(gateway, abortController.signal).finally(() => (isDelivering = false))
  }, INTERVAL_MS)
  return {
    stop() {
      clearInterval(timer)
      abortController.abort()
    },
  }
}

/** Settles the debits that have been pending for long enough, unless the settings leave that to people. */
export function settleDebits(gateway: Gateway, now_ms: number) {
  if (!gateway.settings.debits_settle) return
  for (const debit of gateway.store.transactions.all())
    if (isAwaitingSettlement(debit) && now_ms - Date.parse(debit.created_at) >= DEBIT_PENDING_MS)
      settle(gateway, debit.id, 'settled')
}

/** Only a debit with one step in its history: a later pending status was set on purpose. */
const isAwaitingSettlement = ({ type, instrument, status, history }: Transaction) =>
  type === 'sale' && isBank(instrument) && status === 'settlement_pending' && history.length === 1
