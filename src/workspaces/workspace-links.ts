/** The links in a workspace's navigation, by role and abilities. */
import type { WorkspaceRole } from '#platform/actor.ts'
import type { BrowserFlag } from '#platform/flags/flags.ts'

import { canDownload, canViewAudit, type Abilities } from './policy.ts'

/** `flag`: shown only to users for whom the flag is on. */
type WorkspaceLink = { to: string; label: string; flag?: BrowserFlag }

export const listWorkspaceLinks = (role: WorkspaceRole, abilities: Abilities): WorkspaceLink[] => [
  { to: '/workspace/overview', label: 'Overview' },
  ...(abilities.can_view_workspace_settings ? [{ to: '/workspace/team', label: 'Team' }] : []),
  ...(abilities.can_view_workspace_settings ? [{ to: '/workspace/billing', label: 'Billing' }] : []),
  // Members who buy or download need the orders.
  ...(canDownload(role) ? [{ to: '/workspace/orders', label: 'Orders' }] : []),
  ...(canDownload(role) ? [{ to: '/workspace/licenses', label: 'License register' }] : []),
  ...(canDownload(role) ? [{ to: '/workspace/quotes', label: 'Quotes' }] : []),
  ...(abilities.can_view_workspace_settings
    ? [{ to: '/workspace/preferred-rates', label: 'Preferred Rates', flag: 'client-preferred-rates' as const }]
    : []),
  { to: '/workspace/purchase-requests', label: 'Requests' },
  ...(canViewAudit(role) ? [{ to: '/workspace/audit', label: 'Log' }] : []),
  { to: '/workspace/editfest', label: 'Editfest Clips', flag: 'editfest-downloads' },
]
