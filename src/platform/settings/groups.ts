/** The groups of settings, in the order of their pages. README.md says how to add one. */
import type * as z from 'zod/mini'

import { companySettings } from './company-group.ts'
import { countriesSettings } from './countries-group.ts'
import { documentsSettings } from './documents-group.ts'
import { linksSettings } from './links-group.ts'
import { lookSettings } from './look-group.ts'
import { mailSettings } from './mail-group.ts'
import { maintenanceSettings } from './maintenance-group.ts'
import { menusSettings } from './menus-group.ts'
import { retentionSettings } from './retention-group.ts'
import { taxSettings } from './tax-group.ts'

export const settingsGroups = {
  company: companySettings,
  look: lookSettings,
  menus: menusSettings,
  links: linksSettings,
  countries: countriesSettings,
  tax: taxSettings,
  documents: documentsSettings,
  mail: mailSettings,
  retention: retentionSettings,
  maintenance: maintenanceSettings,
} as const satisfies Record<string, { label: string; about: string; schema: z.ZodMiniType; defaults: object }>

export type SettingsGroup = keyof typeof settingsGroups
export const settingsGroupNames = Object.keys(settingsGroups) as [SettingsGroup, ...SettingsGroup[]]

/** The value of one group. */
export type SettingsOf<G extends SettingsGroup> = z.output<(typeof settingsGroups)[G]['schema']>
/** The values of all groups. */
export type AllSettings = { readonly [G in SettingsGroup]: SettingsOf<G> }

/** The settings of a shop that has saved none. */
export const defaultSettings: AllSettings = {
  company: companySettings.defaults,
  look: lookSettings.defaults,
  menus: menusSettings.defaults,
  links: linksSettings.defaults,
  countries: countriesSettings.defaults,
  tax: taxSettings.defaults,
  documents: documentsSettings.defaults,
  mail: mailSettings.defaults,
  retention: retentionSettings.defaults,
  maintenance: maintenanceSettings.defaults,
}
