/** License states, as the register shows them. */

export const licenseStates = ['in_force', 'ends_soon', 'ended', 'superseded', 'on_hold', 'revoked'] as const
export type LicenseState = (typeof licenseStates)[number]

/** Labels of the filter's options. */
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

/** Whether the license currently allows use of the clip. */
export const isInForce = (state: LicenseState): boolean => state === 'in_force' || state === 'ends_soon'
