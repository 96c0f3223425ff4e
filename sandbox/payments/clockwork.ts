/** What the gateway does without being asked: debits end, and webhooks go out. */
import type { Gateway } from './gateway.ts'
import { isBank } from './instruments.ts'
import type { Transaction } from './records.ts'
import { settle } from './transactions.ts'
import { deliverDue } from './webhooks/deliver.ts'

const every_ms = 250
/** How long a bank debit is on its way before it ends by itself. */
const debit_ms = 3_000

/** Starts; `stop` ends it and whatever it is in the middle of. */
export function startClockwork(gateway: Gateway) {
  const stopped = new AbortController()
  let isDelivering = false
  const timer = setInterval(() => {
    settleDebits(gateway, Date.now())
    if (isDelivering) return
    isDelivering = true
    void deliverDue(gateway, stopped.signal).finally(() => (isDelivering = false))
  }, every_ms)
  return {
    stop() {
      clearInterval(timer)
      stopped.abort()
    },
  }
}

/** Ends the debits that have been on their way for long enough, unless that is done by hand. */
export function settleDebits(gateway: Gateway, now_ms: number) {
  if (!gateway.settings.debits_settle) return
  for (const debit of gateway.store.transactions.all())
    if (isOnItsWay(debit) && now_ms - Date.parse(debit.created_at) >= debit_ms) settle(gateway, debit.id, 'settled')
}

/** Only its first step is the clock's: what is pending after that, somebody made pending. */
const isOnItsWay = ({ type, instrument, status, history }: Transaction) =>
  type === 'sale' && isBank(instrument) && status === 'settlement_pending' && history.length === 1
