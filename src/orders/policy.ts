/** Who sees a workspace's orders, and when an order lets its files go. */
import type { Actor } from '#platform/actor.ts'
import { brand } from '#platform/brand.ts'
import { refuse } from '#platform/refusal.ts'
import { canDownload } from '#workspaces/policy.ts'

import { grace_days, isLongOverdue } from './due.ts'
import type { OrderState } from './states.ts'

export { canDownload }
/** Whoever buys or downloads has to do with orders; a workspace's guests look at footage only. */
export const canSeeOrders = canDownload

/** Throws 403 for a role that has nothing to do with orders. */
export const seeOrders = ({ workspace_role }: Pick<Actor, 'workspace_role'>): void => {
  if (!canSeeOrders(workspace_role)) throw refuse(403, 'Your role in this workspace does not include orders.')
}

/** Throws 403 for a role that downloads nothing. */
export const mayDownload = ({ workspace_role }: Actor): void => {
  if (!canDownload(workspace_role)) throw refuse(403, 'Your role in this workspace does not include downloads.')
}

export type Standing = { state: OrderState; due_at: Date | null; is_trusted: boolean }

/** Why the files of an order stay here, as a sentence; null when they may go. Whether the license still holds is another question. */
export const downloadsClosed = ({ state, due_at, is_trusted }: Standing, now: Date): string | null => {
  switch (state) {
    case 'paid':
    case 'partially_refunded':
      return null
    case 'invoiced':
    case 'overdue':
      return due_at && isLongOverdue(due_at, now)
        ? `This invoice is more than ${grace_days} days overdue, so its downloads are closed. They open again as soon as it is paid: with “Pay now” on its order’s page. For a bank transfer, write to ${brand.email}.`
        : null
    case 'processing':
      return is_trusted ? null : 'Your bank payment is on its way. Downloads open when it arrives.'
    case 'pending':
      return 'Your payment is being confirmed. Downloads open when it is.'
    case 'disputed':
      return 'The payment of this order is disputed. Downloads open again when that is settled.'
    case 'failed':
    case 'cancelled':
    case 'refunded':
      return 'This order is closed, so its files can no longer be downloaded.'
  }
}

const longDay = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' })

/** Why a license under a preferred rate with a term lets no file go any more; null while it holds. What was made with it stays. */
export const licenseEnded = (ends_at: Date | null, now: Date): string | null =>
  ends_at === null || now < ends_at
    ? null
    : `The license of this clip ended on ${longDay.format(ends_at)}. License it again to download it.`

/** What the door and the button say when only the project is missing. */
export const assign_first = 'Assign to a project to download'
