/** What can be imported: the columns of each kind, and how a row becomes a record, through the features' own functions. */
import * as z from 'zod/mini'

import { Email } from '#accounts/contract.ts'
import { registerUser } from '#accounts/register.server.ts'
import { RateBody } from '#licensing/rate-schema.ts'
import type { Trx } from '#platform/db/database.server.ts'
import { optionalText, requiredText } from '#platform/text.ts'
import { createRate } from '#rates/rates.server.ts'
import { openPersonalWorkspace } from '#workspaces/sign-in-hooks.server.ts'
import { createWorkspace } from '#workspaces/workspaces.server.ts'

export const importKinds = ['customers', 'workspaces', 'rates'] as const
export type ImportKind = (typeof importKinds)[number]

/** Looks up what earlier rows and imports created. */
export type ImportContext = {
  now: Date
  operator_id: number
  usersByEmail: ReadonlyMap<string, number>
  workspacesByExternalId: ReadonlyMap<string, number>
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
/** "125.50" as cents; NaN for anything else. */
const toCents = (text: string) => (/^\d{1,7}(\.\d\d)?$/.test(text) ? Math.round(Number(text) * 100) : Number.NaN)
/** A date, or a time with its zone. */
const toTimestamp = (text: string) => (/^\d{4}-\d\d-\d\d$/.test(text) ? `${text}T00:00:00Z` : text)

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
          distribution_ids: orEmpty(cells, 'distribution_ids')
            .split(/[;\s]+/)
            .map(toNumber),
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

export const kinds: Record<ImportKind, KindOf> = { customers, workspaces, rates }
