/** The API of the settings: one form for each group. Add the endpoints of a new group here. */
import * as z from 'zod/mini'

import { endpoint } from '../../http/endpoint.ts'
import { settingsGroupNames, settingsGroups } from '../../settings/groups.ts'
import { Logo } from '../../settings/logo.ts'

const { company, look, menus, links, countries, tax, documents, mail, retention, maintenance } = settingsGroups

/** Counts the saves of a group: 0 before the first one. A change is refused when it is based on an older one. */
const SettingsVersion = z
  .int('The version is a whole number.')
  .check(z.minimum(0, 'The version is a whole number.'), z.maximum(2_147_483_646, 'The version is a whole number.'))

const saved = <S extends z.ZodMiniObject>(schema: S) =>
  z.object({
    value: schema,
    version: SettingsVersion,
    updated_at: z.nullable(z.string()),
    /** Null for the defaults, the command line, and a deleted account. */
    updated_by: z.nullable(z.string()),
  })

export const listSettings = endpoint('GET', '/admin/settings', {
  summary: 'List the groups of settings, and who saved each last',
  who: 'platform_admins',
  reply: z.array(
    z.object({
      group: z.enum(settingsGroupNames),
      label: z.string(),
      about: z.string(),
      updated_at: z.nullable(z.string()),
      updated_by: z.nullable(z.string()),
    }),
  ),
})

export const uploadLogo = endpoint('POST', '/admin/settings/logo', {
  summary: 'Upload a logo for the look: an SVG of plain shapes or a PNG, up to 2 MB',
  who: 'platform_admins',
  per_minute: 30,
  binary_body: ['image/svg+xml', 'image/png'],
  // Files are not stored with an Idempotency-Key, and the same file gives the same logo.
  idempotency_key: 'ignored',
  refusals: [413, 415, 422],
  reply: Logo,
})

const withVersion = { version: SettingsVersion }
const CONFLICT = [409] as const

export const CompanyBody = z.extend(company.schema, withVersion)
export const getCompanySettings = endpoint('GET', '/admin/settings/company', {
  summary: 'Get the settings of the company',
  who: 'platform_admins',
  reply: saved(company.schema),
})
export const saveCompanySettings = endpoint('PUT', '/admin/settings/company', {
  summary: 'Save the settings of the company; every change is recorded',
  who: 'platform_admins',
  refusals: CONFLICT,
  body: CompanyBody,
  reply: saved(company.schema),
})

export const LookBody = z.extend(look.schema, withVersion)
export const getLookSettings = endpoint('GET', '/admin/settings/look', {
  summary: 'Get the settings of the look',
  who: 'platform_admins',
  reply: saved(look.schema),
})
export const saveLookSettings = endpoint('PUT', '/admin/settings/look', {
  summary: 'Save the settings of the look; every change is recorded',
  who: 'platform_admins',
  refusals: CONFLICT,
  body: LookBody,
  reply: saved(look.schema),
})

export const MenusBody = z.extend(menus.schema, withVersion)
export const getMenusSettings = endpoint('GET', '/admin/settings/menus', {
  summary: 'Get the settings of menus',
  who: 'platform_admins',
  reply: saved(menus.schema),
})
export const saveMenusSettings = endpoint('PUT', '/admin/settings/menus', {
  summary: 'Save the settings of menus: each link to a page of the shop must lead to one; every change is recorded',
  who: 'platform_admins',
  refusals: CONFLICT,
  body: MenusBody,
  reply: saved(menus.schema),
})
export const listMenuPages = endpoint('GET', '/admin/settings/menus/pages', {
  summary: 'List the pages that a menu can link to',
  who: 'platform_admins',
  reply: z.array(z.object({ label: z.string(), to: z.string() })),
})

export const LinksBody = z.extend(links.schema, withVersion)
export const getLinksSettings = endpoint('GET', '/admin/settings/links', {
  summary: 'Get the settings of links',
  who: 'platform_admins',
  reply: saved(links.schema),
})
export const saveLinksSettings = endpoint('PUT', '/admin/settings/links', {
  summary: 'Save the settings of links; every change is recorded',
  who: 'platform_admins',
  refusals: CONFLICT,
  body: LinksBody,
  reply: saved(links.schema),
})

export const CountriesBody = z.extend(countries.schema, withVersion)
export const getCountriesSettings = endpoint('GET', '/admin/settings/countries', {
  summary: 'Get the countries that are sold to',
  who: 'platform_admins',
  reply: saved(countries.schema),
})
export const saveCountriesSettings = endpoint('PUT', '/admin/settings/countries', {
  summary: 'Save the countries that are sold to; every change is recorded',
  who: 'platform_admins',
  refusals: CONFLICT,
  body: CountriesBody,
  reply: saved(countries.schema),
})

export const TaxBody = z.extend(tax.schema, withVersion)
export const getTaxSettings = endpoint('GET', '/admin/settings/tax', {
  summary: 'Get where the company is registered for tax, and its own rates',
  who: 'platform_admins',
  reply: saved(tax.schema),
})
export const saveTaxSettings = endpoint('PUT', '/admin/settings/tax', {
  summary: 'Save where the company is registered for tax, and rates from a day on; every change is recorded',
  who: 'platform_admins',
  refusals: CONFLICT,
  body: TaxBody,
  reply: saved(tax.schema),
})

export const DocumentsBody = z.extend(documents.schema, withVersion)
export const getDocumentsSettings = endpoint('GET', '/admin/settings/documents', {
  summary: 'Get the settings of documents',
  who: 'platform_admins',
  reply: saved(documents.schema),
})
export const saveDocumentsSettings = endpoint('PUT', '/admin/settings/documents', {
  summary: 'Save the settings of documents; every change is recorded',
  who: 'platform_admins',
  refusals: CONFLICT,
  body: DocumentsBody,
  reply: saved(documents.schema),
})

export const MailBody = z.extend(mail.schema, withVersion)
export const getMailSettings = endpoint('GET', '/admin/settings/mail', {
  summary: 'Get the settings of mail',
  who: 'platform_admins',
  reply: saved(mail.schema),
})
export const saveMailSettings = endpoint('PUT', '/admin/settings/mail', {
  summary: 'Save the settings of mail; every change is recorded',
  who: 'platform_admins',
  refusals: CONFLICT,
  body: MailBody,
  reply: saved(mail.schema),
})

export const RetentionBody = z.extend(retention.schema, withVersion)
export const getRetentionSettings = endpoint('GET', '/admin/settings/retention', {
  summary: 'Get the settings of retention',
  who: 'platform_admins',
  reply: saved(retention.schema),
})
export const saveRetentionSettings = endpoint('PUT', '/admin/settings/retention', {
  summary: 'Save for how many days personal data is kept; every change is recorded',
  who: 'platform_admins',
  refusals: CONFLICT,
  body: RetentionBody,
  reply: saved(retention.schema),
})

export const MaintenanceBody = z.extend(maintenance.schema, withVersion)
export const getMaintenanceSettings = endpoint('GET', '/admin/settings/maintenance', {
  summary: 'Get the settings of maintenance',
  who: 'platform_admins',
  reply: saved(maintenance.schema),
})
export const saveMaintenanceSettings = endpoint('PUT', '/admin/settings/maintenance', {
  summary: 'Switch maintenance on or off, with a message and an end; every change is recorded',
  who: 'platform_admins',
  refusals: CONFLICT,
  body: MaintenanceBody,
  reply: saved(maintenance.schema),
})
