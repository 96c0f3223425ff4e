/** Injected faults: slow or failing calls, timeouts after a charge, and webhooks that are duplicated, reordered or lost. */
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

const webhookFaults: readonly FaultKind[] = ['slow', 'duplicate', 'reorder', 'lose']
const callFaults: readonly FaultKind[] = ['timeout_after_success', 'error_500', 'slow']

/** Whether a fault applies to an operation: webhooks cannot time out, and calls cannot be duplicated. */
export const canAffect = (kind: FaultKind, on: Operation | 'all') =>
  (on === 'webhook' ? webhookFaults : callFaults).includes(kind)

export type FaultKind = (typeof faultKinds)[number]
export type Operation = (typeof operations)[number]

export type Fault = {
  kind: FaultKind
  /** The affected operation. `all` means every call, but not webhooks. */
  on: Operation | 'all'
  /** How many more calls it affects; null: until it is switched off. */
  times: number | null
  /** `slow`: the delay before the work or before a webhook. `timeout_after_success`: the delay before the response; null: no response. */
  delay_ms: number | null
  /** Affects only calls with this amount, such as "1200.50", for tests that share a gateway. */
  amount?: string
}

const DEFAULT_SLOW_MS = 5000

/** Returns the fault for the next call of an operation and counts it down. */
export function takeFault(faults: Fault[], operation: Operation, amount?: string): Fault | undefined {
  const index = faults.findIndex(
    candidate =>
      (candidate.on === operation || (candidate.on === 'all' && operation !== 'webhook')) &&
      (candidate.amount === undefined || candidate.amount === amount),
  )
  const fault = faults[index]
  if (fault?.times != null && --fault.times === 0) faults.splice(index, 1)
  return fault
}

/** Waits for the part of a fault that precedes the work. */
export async function delayBefore(fault: Fault | undefined) {
  if (fault?.kind === 'slow') await wait(fault.delay_ms ?? DEFAULT_SLOW_MS)
}

/** Waits for the part of a fault that follows the work: until the caller hangs up or the delay ends. */
export async function delayAfter(fault: Fault | undefined, socket: Socket) {
  if (fault?.kind !== 'timeout_after_success') return
  const closed = new Promise<void>(resolve => socket.once('close', () => resolve()))
  await (fault.delay_ms === null ? closed : Promise.race([closed, wait(fault.delay_ms)]))
}

/** Parses the faults of a control request. Returns an error message when they are invalid. */
export function parseFaults(value: unknown): Fault[] | string {
  if (!Array.isArray(value)) return 'Send {"faults": [{"kind": "slow", "on": "sale", "times": 1, "delay_ms": 3000}]}.'
  const faults: Fault[] = []
  for (const entry of value as Partial<Fault>[]) {
    if (!entry || !faultKinds.some(kind => kind === entry.kind)) return `kind must be one of ${faultKinds.join(', ')}.`
    const kind = entry.kind as FaultKind
    const on = entry.on ?? (canAffect(kind, 'sale') ? 'sale' : 'webhook')
    if (on !== 'all' && !operations.includes(on)) return `on must be all or one of ${operations.join(', ')}.`
    if (!canAffect(kind, on)) return `${kind} cannot happen to ${on}.`
    for (const value of [entry.times, entry.delay_ms])
      if (value != null && !(Number.isInteger(value) && value > 0))
        return 'times and delay_ms must be whole numbers above 0.'
    if (entry.amount !== undefined && (typeof entry.amount !== 'string' || !/^\d+\.\d{2}$/.test(entry.amount)))
      return 'amount must be a text such as "1200.50".'
    const { amount } = entry
    faults.push({
      kind,
      on,
      times: entry.times ?? null,
      delay_ms: entry.delay_ms ?? null,
      ...(amount !== undefined && { amount }),
    })
  }
  return faults
}
