/** Which licenses an upgrade is offered for; the cart's door decides, and says why not. */
import { quoted_distribution } from '#licensing/terms.ts'

import type { OrderState } from './states.ts'

export type Upgrading = {
  /** The state of its order. */
  state: string
  revoked_at: Date | null
  ends_at: Date | null
  distribution_ids: readonly number[]
  /** It was upgraded, or is about to be. */
  is_upgraded: boolean
  /** Whether its clip is still sold. */
  is_published: boolean
}

/** Overdue invoices are paid first, and disputes settled. */
const settled: readonly string[] = ['paid', 'invoiced', 'partially_refunded'] satisfies OrderState[]

export const canUpgrade = (license: Upgrading, now: Date): boolean =>
  license.is_published &&
  !license.is_upgraded &&
  settled.includes(license.state) &&
  license.revoked_at === null &&
  (license.ends_at === null || license.ends_at > now) &&
  !license.distribution_ids.includes(quoted_distribution)
