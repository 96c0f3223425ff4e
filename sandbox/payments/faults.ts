/** Faults on demand: a gateway that is slow, failing, or gone after it has charged; webhooks that come twice, late or never. */
import type { Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'

export const faultKinds = ['timeout_after_success', 'error_500', 'slow', 'duplicate', 'reorder', 'lose'] as const
export const operations = [
  'sale',
  'find',
  'search',
  'submit_for_settlement',
  'void',
  'refund',
  'settle',
  'client_token',
  'customer',
  'payment_method',
  'nonce',
  'tokenize',
  'three_d_secure',
  'paypal',
  'dispute',
  'webhook',
] as const

const ofWebhooks: readonly FaultKind[] = ['slow', 'duplicate', 'reorder', 'lose']
const ofCalls: readonly FaultKind[] = ['timeout_after_success', 'error_500', 'slow']

/** Whether a fault makes sense there: a webhook is no call that could time out, and no call comes twice. */
export const canHit = (kind: FaultKind, on: Operation | 'all') =>
  (on === 'webhook' ? ofWebhooks : ofCalls).includes(kind)

export type FaultKind = (typeof faultKinds)[number]
export type Operation = (typeof operations)[number]

export type Fault = {
  kind: FaultKind
  /** Which calls it hits; `all` means calls alone, never webhooks. */
  on: Operation | 'all'
  /** How many calls it still hits; null: until it is switched off. */
  times: number | null
  /** `slow`: how long before work starts, or before a webhook goes out. `timeout_after_success`: how long until the answer after all; null: never. */
  delay_ms: number | null
  /** Hits only calls about this amount, "1200.50": for tests that share a gateway. */
  amount?: string
}

const slowByDefault_ms = 5000

/** Takes the fault that the next call of this operation meets, counting it down. */
export function takeFault(faults: Fault[], operation: Operation, amount?: string): Fault | undefined {
  const index = faults.findIndex(
    each =>
      (each.on === operation || (each.on === 'all' && operation !== 'webhook')) &&
      (each.amount === undefined || each.amount === amount),
  )
  const fault = faults[index]
  if (fault?.times != null && --fault.times === 0) faults.splice(index, 1)
  return fault
}

/** Waits out the part of a fault that comes before the work. */
export async function before(fault: Fault | undefined) {
  if (fault?.kind === 'slow') await wait(fault.delay_ms ?? slowByDefault_ms)
}

/** Waits out the part that comes after it: until the caller hangs up, or until the delay is over. */
export async function after(fault: Fault | undefined, socket: Socket) {
  if (fault?.kind !== 'timeout_after_success') return
  const gone = new Promise<void>(resolve => socket.once('close', () => resolve()))
  await (fault.delay_ms === null ? gone : Promise.race([gone, wait(fault.delay_ms)]))
}

/** Reads faults as the control door gets them; answers a sentence when they make no sense. */
export function readFaults(value: unknown): Fault[] | string {
  if (!Array.isArray(value)) return 'Send {"faults": [{"kind": "slow", "on": "sale", "times": 1, "delay_ms": 3000}]}.'
  const faults: Fault[] = []
  for (const each of value as Partial<Fault>[]) {
    if (!each || !faultKinds.some(kind => kind === each.kind)) return `kind must be one of ${faultKinds.join(', ')}.`
    const kind = each.kind as FaultKind
    const on = each.on ?? (canHit(kind, 'sale') ? 'sale' : 'webhook')
    if (on !== 'all' && !operations.includes(on)) return `on must be all or one of ${operations.join(', ')}.`
    if (!canHit(kind, on)) return `${kind} cannot happen to ${on}.`
    for (const number of [each.times, each.delay_ms])
      if (number != null && !(Number.isInteger(number) && number > 0))
        return 'times and delay_ms must be whole numbers above 0.'
    if (each.amount !== undefined && (typeof each.amount !== 'string' || !/^\d+\.\d{2}$/.test(each.amount)))
      return 'amount must be a text such as "1200.50".'
    const { amount } = each
    faults.push({
      kind,
      on,
      times: each.times ?? null,
      delay_ms: each.delay_ms ?? null,
      ...(amount !== undefined && { amount }),
    })
  }
  return faults
}
