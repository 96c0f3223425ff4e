/** The projects that the lines of an order are licensed for. Every change is kept with who, when, before and after. */
import { sql } from 'kysely'
import type * as z from 'zod/mini'

import { writeAuditEntry } from '#platform/audit/audit-log.server.ts'
import type { Db, Trx } from '#platform/db/database.server.ts'
import { refuse } from '#platform/http/refusal.ts'

import { getFirstWithdrawable } from './consumer.ts'
import type { ProjectDetails } from './contract.ts'
import { isProjectFinal } from './policy.ts'

type Details = z.output<typeof ProjectDetails>
type Line = { id: number; clip_id: number; project_id: number | null; first_downloaded_at: Date | null }

type ProjectAssignment = {
  workspace_id: number
  universal_invoice_number: string
  details: Details
  /** undefined for every line of the order. */
  order_item_ids: readonly number[] | undefined
  user_id: number
  now: Date
}

/**
 * Names or corrects the project of an order, or of some of its lines. Lines with the same details share one project.
 * Throws 404 for an order or a line that is not the workspace's, 409 when the project of a line is final.
 */
export const assignProject = async (
  trx: Trx,
  { details, user_id, now, order_item_ids, ...target }: ProjectAssignment,
): Promise<void> => {
  const order = await trx
    .selectFrom('orders')
    .where('universal_invoice_number', '=', target.universal_invoice_number)
    .where('workspace_id', '=', target.workspace_id)
    .select('id')
    .forUpdate()
    .executeTakeFirst()
  if (!order) throw refuse.missing('order')
  const { lines, project_id } = await findChangedLines(trx, order.id, order_item_ids, details, now)
  const final = lines.find(line => line.project_id !== null && isProjectFinal(line.first_downloaded_at, now))
  if (final)
    throw refuse(
      409,
      `The project of clip ${final.clip_id} is final, because the clip was downloaded more than 24 hours ago. Contact us to amend it. Another client needs a license of its own.`,
    )
  await changeProjects(trx, lines, project_id, { user_id, now })
}

type ProjectAmendment = {
  order_id: number
  details: Details
  order_item_ids: readonly number[]
  staff_user_id: number
  reason: string
  now: Date
}

/**
 * Amends the project of lines, after it has become final, too. The caller has locked the order. Throws 404 for a line of
 * another order, 409 when nothing changes or a line has no project yet.
 */
export const amendProject = async (
  trx: Trx,
  { order_id, details, order_item_ids, staff_user_id, reason, now }: ProjectAmendment,
): Promise<void> => {
  const { lines, project_id } = await findChangedLines(trx, order_id, order_item_ids, details, now)
  const unnamed = lines.find(line => line.project_id === null)
  if (unnamed) throw refuse(409, `Clip ${unnamed.clip_id} has no project yet. The buyer names it first.`)
  if (lines.length === 0) throw refuse(409, 'These clips are licensed for this project already.')
  const { last } = await trx
    .selectFrom('project_changes as c')
    .innerJoin('order_items as i', 'i.id', 'c.order_item_id')
    .where('i.order_id', '=', order_id)
    .select(eb => eb.fn.max('c.amendment').as('last'))
    .executeTakeFirstOrThrow()
  const amendment = (last ?? 0) + 1
  await changeProjects(trx, lines, project_id, { user_id: staff_user_id, now, amendment, reason })
  await writeAuditEntry(trx, {
    staff_user_id,
    about: 'order',
    about_key: order_id,
    action: 'project_amended',
    reason,
    changes: { amendment: [null, amendment], clips: [null, lines.map(({ clip_id }) => clip_id).join(', ')] },
    now,
  })
}

/** Returns the project, created if needed, and the lines that have another one. */
const findChangedLines = async (
  trx: Trx,
  order_id: number,
  order_item_ids: readonly number[] | undefined,
  details: Details,
  now: Date,
): Promise<{ lines: Line[]; project_id: number }> => {
  const lines = await trx
    .selectFrom('order_items')
    .where('order_id', '=', order_id)
    .$if(order_item_ids !== undefined, query => query.where('id', 'in', order_item_ids ?? []))
    .select(['id', 'clip_id', 'project_id', 'first_downloaded_at'])
    .orderBy('id')
    .execute()
  if (order_item_ids && lines.length !== new Set(order_item_ids).size) throw refuse.missing('clip in this order')
  const project_id = await findOrCreateProject(trx, order_id, details, now)
  return { lines: lines.filter(line => line.project_id !== project_id), project_id }
}

type ProjectChange = { user_id: number; now: Date; amendment?: number; reason?: string }

const changeProjects = async (
  trx: Trx,
  lines: readonly Line[],
  project_id: number,
  { user_id, now, amendment, reason = '' }: ProjectChange,
) => {
  if (lines.length === 0) return
  const ids = lines.map(({ id }) => id)
  await trx.updateTable('order_items').set({ project_id }).where('id', 'in', ids).execute()
  await trx
    .insertInto('project_changes')
    .values(
      lines.map(line => ({
        order_item_id: line.id,
        kind: line.project_id === null ? 'named' : amendment === undefined ? 'corrected' : 'amended',
        project_id,
        previous_project_id: line.project_id,
        amendment: amendment ?? null,
        user_id,
        reason,
        changed_at: now,
      })),
    )
    .execute()
}

const findOrCreateProject = async (trx: Trx, order_id: number, details: Details, now: Date): Promise<number> => {
  const existing = await trx
    .selectFrom('project_details')
    .where('order_id', '=', order_id)
    .where('client_name', '=', details.client_name)
    .where('project_name', '=', details.project_name)
    .where('project_description', '=', details.project_description)
    .where('start_date', '=', details.start_date)
    .where('po_number', 'is not distinct from', details.po_number || null)
    .select('id')
    .executeTakeFirst()
  if (existing) return existing.id
  const { id } = await trx
    .insertInto('project_details')
    .values({ ...details, po_number: details.po_number || null, order_id, created_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Assigns all lines of a new order to a new project. */
export const assignNewProject = async (
  trx: Trx,
  order_id: number,
  details: Details,
  { user_id, now }: { user_id: number; now: Date },
): Promise<void> => {
  const { lines, project_id } = await findChangedLines(trx, order_id, undefined, details, now)
  await changeProjects(trx, lines, project_id, { user_id, now })
}

type Delivery = {
  workspace_id: number
  files: readonly { clip_id: number; format_id: number }[]
  /** The lines whose licenses allowed the download. They are delivered whatever their own project and consent. */
  order_item_ids: readonly number[]
  now: Date
}

/** Records the first delivery of files to a workspace, from which on their lines' projects become final. */
export const recordDelivery = async (
  db: Db | Trx,
  { workspace_id, files, order_item_ids, now }: Delivery,
): Promise<void> => {
  if (files.length === 0) return
  await db
    .updateTable('order_items as i')
    .from('orders as o')
    .whereRef('o.id', '=', 'i.order_id')
    .where('o.workspace_id', '=', workspace_id)
    .where('i.first_downloaded_at', 'is', null)
    .where(({ or, and, eb, exists, selectFrom }) =>
      or([
        ...(order_item_ids.length > 0 ? [eb('i.id', 'in', order_item_ids)] : []),
        and([
          or(files.map(({ clip_id, format_id }) => eb.and({ 'i.clip_id': clip_id, 'i.format_id': format_id }))),
          eb('i.project_id', 'is not', null),
          // A consumer's lines without consent were not what allowed the download.
          or([
            eb('o.is_consumer', '=', false),
            eb('o.placed_at', '<', getFirstWithdrawable(now)),
            exists(selectFrom('delivery_consents as c').whereRef('c.order_id', '=', 'o.id').select('c.order_id')),
          ]),
        ]),
      ]),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('order_withdrawals as w')
            .whereRef('w.order_id', '=', 'o.id')
            .where(sql<boolean>`i.id = any(w.order_item_ids)`)
            .select('w.order_id'),
        ),
      ),
    )
    .set({ first_downloaded_at: now })
    .execute()
}
