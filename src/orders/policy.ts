/** Who can see a workspace's orders, and when an order allows downloads. */
import type { Actor } from '#platform/actor.ts'
import { brand } from '#platform/brand.ts'
import { refuse } from '#platform/http/refusal.ts'
import { canDownload } from '#workspaces/policy.ts'

import { GRACE_DAYS, isLongOverdue } from './due.ts'
import type { OrderState } from './states.ts'

export { canDownload }
/** Members who can buy or download see orders; workspace guests do not. */
export const canSeeOrders = canDownload

/** Throws 403 for a role that cannot see orders. */
export const requireOrderAccess = ({ workspace_role }: Pick<Actor, 'workspace_role'>): void => {
  if (!canSeeOrders(workspace_role)) throw refuse(403, 'Your role in this workspace does not include orders.')
}

/** Throws 403 for a role that cannot download. */
export const requireDownloadAccess = ({ workspace_role }: Actor): void => {
  if (!canDownload(workspace_role)) throw refuse(403, 'Your role in this workspace does not include downloads.')
}

export type OrderDownloadFields = { state: OrderState; due_at: Date | null; is_trusted: boolean }

/** Returns why an order's downloads are closed, or null when they are open. Does not check whether a license is in force. */
export const getDownloadsClosedReason = (
  { state, due_at, is_trusted }: OrderDownloadFields,
  now: Date,
): string | null => {
  switch (state) {
    case 'paid':
    case 'partially_refunded':
      return null
    case 'invoiced':
    case 'overdue':
      return due_at && isLongOverdue(due_at, now)
        ? `This invoice is more than ${GRACE_DAYS} days overdue, so its downloads are closed. They open again as soon as it is paid: with “Pay now” on its order’s page. For a bank transfer, write to ${brand.email}.`
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

const dateFormat = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' })

/** Returns why a license with a term allows no more downloads; null while it is in force. */
export const getLicenseEndedReason = (ends_at: Date | null, now: Date): string | null =>
  ends_at === null || now < ends_at
    ? null
    : `The license of this clip ended on ${dateFormat.format(ends_at)}. License it again to download it.`

/** Message of the endpoint and label of the button when only the project is missing. */
export const ASSIGN_PROJECT_TEXT = 'Assign to a project to download'
