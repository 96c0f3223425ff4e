/** The settings group of maintenance: a switch that closes the shop for visitors for a while. */
import * as z from 'zod/mini'

import { optionalText } from '../text.ts'

export const maintenanceSettings = {
  label: 'Maintenance',
  about: 'Closes the shop for visitors for a while. Staff go on working.',
  schema: z.object({
    is_on: z.boolean('Maintenance is on or off.'),
    /** '' for the built-in text. */
    message: optionalText('The message', 300),
    /** The shop opens by itself at this time; null: when it is switched off. */
    ends_at: z.nullable(z.iso.datetime('The end must be a date and a time.')),
  }),
  defaults: { is_on: false, message: '', ends_at: null },
}

type MaintenanceSettings = z.output<typeof maintenanceSettings.schema>

export type Maintenance = { message: string; ends_at: Date | null; retry_after_seconds: number }

/** The Retry-After value without an end time. */
export const MAINTENANCE_RETRY_SECONDS = 600

/** Returns the maintenance at a time, or null: it's off, or its end has passed. */
export const getMaintenance = (
  { is_on, message, ends_at: end }: MaintenanceSettings,
  now: Date,
): Maintenance | null => {
  const ends_at = end === null ? null : new Date(end)
  if (!is_on || (ends_at && ends_at <= now)) return null
  const seconds = ends_at ? Math.ceil((ends_at.getTime() - now.getTime()) / 1_000) : MAINTENANCE_RETRY_SECONDS
  return { message, ends_at, retry_after_seconds: seconds }
}

/** Returns what is wrong with the group as a whole, by field. */
export const checkMaintenance = ({ is_on, ends_at }: MaintenanceSettings, now: Date): Record<string, string[]> =>
  is_on && ends_at !== null && new Date(ends_at) <= now
    ? { ends_at: ['The end has passed already. Choose a later time, or leave it empty.'] }
    : {}
