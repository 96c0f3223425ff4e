/** The rows of the dashboard whose label and list depend on their kind. */
import type { StaffAccess } from '#platform/http/endpoint.ts'

type DashboardRow = { label: string; to: string; who: StaffAccess }

/** What waits for staff. `who` is the access of the list that shows it. */
export const waitingRows = {
  tickets: { label: 'Open tickets', to: '/admin/tickets', who: 'staff' },
  approvals: { label: 'Pending approvals', to: '/admin/approvals', who: 'staff' },
  overdue: { label: 'Overdue invoices', to: '/admin/orders?state=overdue&sort=due', who: 'staff' },
  disputes: { label: 'Disputed orders', to: '/admin/orders?state=disputed', who: 'staff' },
  review: { label: 'Clips in review', to: '/admin/catalog?state=in_review', who: 'editors' },
  payouts: { label: 'Payouts to send', to: '/admin/payouts', who: 'platform_admins' },
  failed_jobs: { label: 'Failed jobs', to: '/admin/jobs', who: 'platform_admins' },
} as const satisfies Record<string, DashboardRow>
export type WaitingKind = keyof typeof waitingRows
export const waitingKinds = Object.keys(waitingRows) as [WaitingKind, ...WaitingKind[]]

export const balanceRows = {
  invoiced: { label: 'Invoiced, not due yet', to: '/admin/orders?state=invoiced&sort=due', who: 'staff' },
  overdue: { label: 'Overdue', to: '/admin/orders?state=overdue&sort=due', who: 'staff' },
  disputed: { label: 'Disputed', to: '/admin/orders?state=disputed', who: 'staff' },
  filmmakers: { label: 'Earned by filmmakers, not paid out', to: '/admin/payouts', who: 'platform_admins' },
  payouts: { label: 'Payouts to send', to: '/admin/payouts', who: 'platform_admins' },
} as const satisfies Record<string, DashboardRow>
export type BalanceKind = keyof typeof balanceRows
export const balanceKinds = Object.keys(balanceRows) as [BalanceKind, ...BalanceKind[]]
