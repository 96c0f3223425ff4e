/** What can be imported: the columns of each kind, and how a row becomes a record, through the features' own functions. */
import * as z from 'zod/mini'

import { Email } from '#accounts/contract.ts'
import { registerUser } from '#accounts/register.server.ts'
import type { ClipForSale } from '#catalog/clips.server.ts'
import { importLicense } from '#licenses/imported-licenses.server.ts'
import { EndClientSize } from '#licensing/choice-schema.ts'
import { RateBody } from '#licensing/rate-schema.ts'
import { BUYOUT_DISTRIBUTION_ID, distributions, formats, orgTypeIds } from '#licensing/terms.ts'
import type { Trx } from '#platform/db/database.server.ts'
import { optionalText, requiredText } from '#platform/text.ts'
import { createRate } from '#rates/rates.server.ts'
import { openPersonalWorkspace } from '#workspaces/sign-in-hooks.server.ts'
import { createWorkspace } from '#workspaces/workspaces.server.ts'

export const importKinds = ['customers', 'workspaces', 'licenses', 'rates'] as const
export type ImportKind = (typeof importKinds)[number]

/** Looks up what earlier rows and imports created. */
export type ImportContext = {
  now: Date
  operator_id: number
  usersByEmail: ReadonlyMap<string, number>
  workspacesByExternalId: ReadonlyMap<string, number>
  /** The ids of people's personal workspaces, by the person's id. */
  personalWorkspaces: ReadonlyMap<number, number>
  /** For licenses: the clips that the rows name, by number. */
  clips: ReadonlyMap<number, ClipForSale>
}

export type PreparedRow = {
  /** Must be unique among the rows besides the external id, or null. */
  unique_key: string | null
  create: (trx: Trx) => Promise<number>
}

type KindOf = {
  columns: Record<string, 'required' | 'optional'>
  /** Throws an Error or a ZodError with what is wrong with the row. */
  prepare: (cells: Record<string, string>, context: ImportContext) => PreparedRow
}

/** Cells that are optional in the file are missing when the column is. */
const orEmpty = (cells: Record<string, string>, name: string) => cells[name] ?? ''

const Customer = z.object({
  email: Email,
  first_name: optionalText('The first name', 100),
  last_name: optionalText('The last name', 100),
})

const customers: KindOf = {
  columns: { external_id: 'required', email: 'required', first_name: 'optional', last_name: 'optional' },
  prepare: (cells, { now, usersByEmail }) => {
    const person = Customer.parse(cells)
    const unique_key = person.email.toLowerCase()
    if (usersByEmail.has(unique_key)) throw new Error(`There is an account with the email ${person.email} already.`)
    // They choose a password by "forgot password", which also confirms the email.
    return {
      unique_key,
      create: trx =>
        registerUser(
          trx,
          { ...person, password_hash: null },
          { hooks: [openPersonalWorkspace], cart_hash: null, now, is_silent: true },
        ),
    }
  },
}

const Workspace = z.object({ name: requiredText('The name', 255), owner_email: Email })

const workspaces: KindOf = {
  columns: { external_id: 'required', name: 'required', owner_email: 'required' },
  prepare: (cells, { now, usersByEmail }) => {
    const { name, owner_email } = Workspace.parse(cells)
    const owner_user_id = usersByEmail.get(owner_email.toLowerCase())
    if (owner_user_id === undefined) throw new Error(`Nobody has the email ${owner_email}: import the customers first.`)
    return { unique_key: null, create: trx => createWorkspace(trx, { name, owner_user_id, now }) }
  },
}

const toNumber = (text: string) => (/^\d+$/.test(text) ? Number(text) : Number.NaN)
const toNumbers = (text: string) => text.split(/[;\s]+/).map(toNumber)
/** "125.50" as cents; NaN for anything else. */
const toCents = (text: string) => (/^\d{1,7}(\.\d\d)?$/.test(text) ? Math.round(Number(text) * 100) : Number.NaN)
/** A date, or a time with its zone. */
const toTimestamp = (text: string) => (/^\d{4}-\d\d-\d\d$/.test(text) ? `${text}T00:00:00Z` : text)

/** A date as 2026-03-31, or a time with its zone. */
const ImportedDate = z.pipe(
  z
    .string('A date is required, as 2026-03-31.')
    .check(
      z.refine(
        text => /^\d{4}-\d\d-\d\d/.test(text) && !Number.isNaN(Date.parse(toTimestamp(text))),
        'A date looks like 2026-03-31.',
      ),
    ),
  z.transform(text => new Date(toTimestamp(text))),
)
const DISTRIBUTIONS_TEXT = 'The distribution_ids are ids of uses, separated by semicolons.'
const soldUses: readonly number[] = [...distributions.map(({ id }) => id), BUYOUT_DISTRIBUTION_ID]
const LicensedDistributionIds = z
  .array(z.int(DISTRIBUTIONS_TEXT))
  .check(z.refine(ids => ids.every(id => soldUses.includes(id)), DISTRIBUTIONS_TEXT))

const License = z.object({
  order: requiredText('The order', 100),
  org_type: z.enum(orgTypeIds, 'The org_type is personal, commercial or nonprofit.'),
  end_client_size: EndClientSize,
  distribution_ids: LicensedDistributionIds,
  granted_at: ImportedDate,
  ends_at: z.nullable(ImportedDate),
  territory: optionalText('The territory', 200),
  company: optionalText('The company', 255),
  client_name: optionalText('The client name', 255),
  project_name: optionalText('The project name', 255),
})

const readFormat = (code: string, { formats: files, id }: ClipForSale) => {
  const format = formats.find(candidate => candidate.code === code.toUpperCase())
  if (!format) throw new Error(`The format is one of ${formats.map(candidate => candidate.code).join(', ')}.`)
  const file = files.find(candidate => candidate.id === format.id)
  if (!file) throw new Error(`Clip ${id} has no ${format.code} file.`)
  return { ...file, name: format.name }
}

const licenses: KindOf = {
  columns: {
    external_id: 'required',
    email: 'required',
    order: 'required',
    clip: 'required',
    format: 'required',
    org_type: 'required',
    end_client_size: 'required',
    distribution_ids: 'required',
    granted_at: 'required',
    ends_at: 'optional',
    territory: 'optional',
    workspace_external_id: 'optional',
    company: 'optional',
    client_name: 'optional',
    project_name: 'optional',
  },
  prepare: (cells, { now, usersByEmail, workspacesByExternalId, personalWorkspaces, clips }) => {
    const email = orEmpty(cells, 'email')
    const user_id = usersByEmail.get(email.toLowerCase())
    if (user_id === undefined) throw new Error(`Nobody has the email ${email}: import the customers first.`)
    const workspaceKey = orEmpty(cells, 'workspace_external_id')
    const workspace_id =
      workspaceKey === '' ? personalWorkspaces.get(user_id) : workspacesByExternalId.get(workspaceKey)
    if (workspace_id === undefined)
      throw new Error(
        workspaceKey === ''
          ? `${email} has no personal workspace: name one in workspace_external_id.`
          : `No workspace was imported with the external id ${workspaceKey}: import the workspaces first.`,
      )
    const clip = clips.get(toNumber(orEmpty(cells, 'clip')))
    if (!clip) throw new Error(`There is no clip ${orEmpty(cells, 'clip')}.`)
    const { width, height, codec, ...format } = readFormat(orEmpty(cells, 'format'), clip)
    const { granted_at, ends_at, client_name, project_name, ...license } = License.parse({
      ...cells,
      end_client_size: toNumber(orEmpty(cells, 'end_client_size')),
      distribution_ids: toNumbers(orEmpty(cells, 'distribution_ids')),
      ends_at: orEmpty(cells, 'ends_at') || null,
    })
    if (granted_at > now) throw new Error('The granted_at is in the future.')
    if (ends_at !== null && ends_at <= granted_at) throw new Error('The ends_at is not after the granted_at.')
    if ((client_name === '') !== (project_name === ''))
      throw new Error('A project has both a client_name and a project_name.')
    return {
      unique_key: null,
      create: trx =>
        importLicense(trx, {
          ...license,
          user_id,
          workspace_id,
          granted_at,
          ends_at,
          project: project_name === '' ? null : { client_name, project_name },
          clip_id: clip.id,
          format_id: format.id,
          clip_snapshot: {
            name: clip.name,
            slug: clip.slug,
            filmmaker: clip.filmmaker.name,
            format: format.name,
            width,
            height,
            codec,
            category: clip.category.name,
            subcategory: clip.subcategory?.name ?? null,
            releases: clip.releases,
          },
          now,
        }),
    }
  },
}

const rates: KindOf = {
  columns: {
    external_id: 'required',
    workspace_external_id: 'required',
    name: 'required',
    price: 'required',
    end_client_size: 'required',
    end_client_type: 'required',
    distribution_ids: 'required',
    term: 'required',
    starts_at: 'required',
    end_client_name: 'optional',
    usage_details: 'optional',
    territory: 'optional',
    territory_name: 'optional',
    advertising: 'optional',
    ends_at: 'optional',
    clip_limit: 'optional',
  },
  prepare: (cells, { now, operator_id, workspacesByExternalId }) => {
    const workspaceKey = orEmpty(cells, 'workspace_external_id')
    const workspace_id = workspacesByExternalId.get(workspaceKey)
    if (workspace_id === undefined)
      throw new Error(`No workspace was imported with the external id ${workspaceKey}: import the workspaces first.`)
    const body = RateBody.parse({
      name: cells['name'],
      price_cents: toCents(orEmpty(cells, 'price')),
      end_client_name: orEmpty(cells, 'end_client_name'),
      end_client_size: toNumber(orEmpty(cells, 'end_client_size')),
      end_client_type: cells['end_client_type'],
      usage_details: orEmpty(cells, 'usage_details'),
      starts_at: toTimestamp(orEmpty(cells, 'starts_at')),
      ends_at: orEmpty(cells, 'ends_at') === '' ? null : toTimestamp(orEmpty(cells, 'ends_at')),
      clip_limit: orEmpty(cells, 'clip_limit') === '' ? null : toNumber(orEmpty(cells, 'clip_limit')),
      distribution_groups: [
        {
          distribution_ids: toNumbers(orEmpty(cells, 'distribution_ids')),
          term: cells['term'],
          territory: orEmpty(cells, 'territory') || 'worldwide',
          territory_name: orEmpty(cells, 'territory_name'),
          advertising: orEmpty(cells, 'advertising') || 'not_applicable',
        },
      ],
    })
    const actor = { staff_user_id: operator_id, now, reason: 'Import' }
    return { unique_key: null, create: async trx => (await createRate(trx, workspace_id, body, actor)).id }
  },
}

export const kinds: Record<ImportKind, KindOf> = { customers, workspaces, licenses, rates }
