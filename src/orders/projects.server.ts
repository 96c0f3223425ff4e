import type * as z from 'zod/mini'

import type { Trx } from '#platform/db/database.server.ts'
import { refuse } from '#platform/http/refusal.ts'

import type { ProjectDetails } from './contract.ts'

type ProjectAssignment = {
  workspace_id: number
  universal_invoice_number: string
  details: z.output<typeof ProjectDetails>
  /** undefined for every line of the order. */
  order_item_ids: readonly number[] | undefined
  now: Date
}

/**
 * Assigns an order, or some of its lines, to a project. Lines with the same details share one project, and a project
 * without lines is deleted. Throws 404 for an order or a line that is not the workspace's.
 */
export const assignProject = async (trx: Trx, { details, now, ...target }: ProjectAssignment): Promise<void> => {
  const order = await trx
    .selectFrom('orders')
    .where('universal_invoice_number', '=', target.universal_invoice_number)
    .where('workspace_id', '=', target.workspace_id)
    .select('id')
    .forUpdate()
    .executeTakeFirst()
  if (!order) throw refuse.missing('order')
  const project_id = await findOrCreateProject(trx, order.id, details, now)
  const { numUpdatedRows } = await trx
    .updateTable('order_items')
    .set({ project_id })
    .where('order_id', '=', order.id)
    .$if(target.order_item_ids !== undefined, query => query.where('id', 'in', target.order_item_ids ?? []))
    .executeTakeFirstOrThrow()
  if (target.order_item_ids && Number(numUpdatedRows) !== new Set(target.order_item_ids).size)
    throw refuse.missing('clip in this order')
  await trx
    .deleteFrom('project_details as p')
    .where('p.order_id', '=', order.id)
    .where(eb =>
      eb.not(eb.exists(eb.selectFrom('order_items as i').whereRef('i.project_id', '=', 'p.id').select('i.id'))),
    )
    .execute()
}

const findOrCreateProject = async (trx: Trx, order_id: number, details: ProjectAssignment['details'], now: Date) => {
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
  return existing?.id ?? createProject(trx, order_id, details, now)
}

const createProject = async (trx: Trx, order_id: number, details: ProjectAssignment['details'], now: Date) => {
  const { id } = await insertProject(order_id, details, now)(trx).executeTakeFirstOrThrow()
  return id
}

const insertProject =
  (order_id: number, details: ProjectAssignment['details'], created_at: Date) => (db: Pick<Trx, 'insertInto'>) =>
    db
      .insertInto('project_details')
      .values({ ...details, po_number: details.po_number || null, order_id, created_at })
      .returning('id')

/** Assigns all lines of a new order to a new project. */
export const assignNewProject = async (
  trx: Trx,
  order_id: number,
  details: ProjectAssignment['details'],
  now: Date,
) => {
  await trx
    .with('project', insertProject(order_id, details, now))
    .updateTable('order_items')
    .set(eb => ({ project_id: eb.selectFrom('project').select('project.id') }))
    .where('order_id', '=', order_id)
    .execute()
}
