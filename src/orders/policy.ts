/** Who can see a workspace's orders, and when an order allows downloads. */
import type { Actor } from '#platform/actor.ts'
import { DAY_MS } from '#platform/clock.ts'
import { refuse } from '#platform/http/refusal.ts'
import { canDownload } from '#workspaces/policy.ts'

import { GRACE_DAYS, isLongOverdue } from './due.ts'
import type { OrderState } from './states.ts'

/** Members who can buy or download see orders; workspace guests do not. */
export const canSeeOrders = canDownload

/** Throws 403 for a role that cannot see orders. */
export const requireOrderAccess = ({ workspace_role }: Pick<Actor, 'workspace_role'>): void => {
  if (!canSeeOrders(workspace_role)) throw refuse(403, 'Your role in this workspace does not include orders.')
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
        ? `This invoice is more than ${GRACE_DAYS} days overdue, so its downloads are closed. They open again as soon as it is paid: with “Pay now” on its order’s page. For a bank transfer, contact our support.`
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

/** Whether the project of a line can no longer be corrected by its buyer: a day after the first download. */
export const isProjectFinal = (first_downloaded_at: Date | null, now: Date): boolean =>
  first_downloaded_at !== null && now.getTime() - first_downloaded_at.getTime() > DAY_MS
