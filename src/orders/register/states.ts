/** How a license stands, as the register says it. */

export const licenseStates = ['in_force', 'ends_soon', 'ended', 'superseded', 'on_hold', 'revoked'] as const
export type LicenseState = (typeof licenseStates)[number]

/** As the filter names them. */
export const licenseStateLabels: Record<LicenseState, string> = {
  in_force: 'In force',
  ends_soon: 'Ends soon',
  ended: 'Ended',
  superseded: 'Upgraded',
  on_hold: 'On hold',
  revoked: 'Taken back',
}

/** "Soon": as long before its end as its first reminder comes. */
export const soon_days = 30

/** Whether a clip may be used under it now. */
export const isInForce = (state: LicenseState): boolean => state === 'in_force' || state === 'ends_soon'
