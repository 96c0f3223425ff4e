/** The state of a license: the only place that decides whether a license is in force. */

import { licensedOrderStates, type OrderState } from '#orders/states.ts'
import { DAY_MS } from '#platform/clock.ts'

export const licenseStates = ['in_force', 'ends_soon', 'ended', 'superseded', 'on_hold', 'revoked'] as const
export type LicenseState = (typeof licenseStates)[number]

/** Labels of filter options. */
export const licenseStateLabels: Record<LicenseState, string> = {
  in_force: 'In force',
  ends_soon: 'Ends soon',
  ended: 'Ended',
  superseded: 'Upgraded',
  on_hold: 'On hold',
  revoked: 'Revoked',
}

/** A license ends soon from the day of its first reminder. */
export const SOON_DAYS = 30

/** Until when a license that ends by then ends soon. */
export const getSoonLimit = (now: Date): Date => new Date(now.getTime() + SOON_DAYS * DAY_MS)

/** The order states in which a license waits for its payment. */
export const onHoldStates = ['processing', 'disputed'] as const satisfies readonly OrderState[]

export type LicenseFields = {
  revoked_at: Date | null
  superseded_by: number | null
  /** null for a perpetual license. */
  ends_at: Date | null
  /** The state of the license's order. */
  order_state: string
}

const includes = (states: readonly string[], state: string) => states.includes(state)

/** The license's state. `licenseStateSql` is the same rule in SQL. */
export const getLicenseState = (
  { revoked_at, superseded_by, ends_at, order_state }: LicenseFields,
  now: Date,
): LicenseState => {
  const isWaiting = includes(onHoldStates, order_state)
  if (revoked_at !== null || (!isWaiting && !includes(licensedOrderStates, order_state))) return 'revoked'
  if (superseded_by !== null) return 'superseded'
  if (isWaiting) return 'on_hold'
  if (ends_at !== null && ends_at <= now) return 'ended'
  return ends_at !== null && ends_at <= getSoonLimit(now) ? 'ends_soon' : 'in_force'
}

/** Whether the license currently allows use of the clip. */
export const isInForce = (state: LicenseState): boolean => state === 'in_force' || state === 'ends_soon'
