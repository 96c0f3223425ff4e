/** The configured external services and sites that pages need to know. */
import type { Config } from '../config.server.ts'

export type ExternalServices = {
  sentry_dsn?: string
  gtm_id?: string
  affiliate_ids?: readonly string[]
  affiliates_url?: string
  selling_dashboard_url?: string
  artist_dashboard_url?: string
  payouts_url?: string
}

export const getExternalServices = ({ sentry_dsn, gtm_id, affiliate_ids, partner_urls }: Config): ExternalServices => ({
  ...(sentry_dsn && { sentry_dsn }),
  ...(gtm_id && { gtm_id }),
  ...(affiliate_ids && { affiliate_ids }),
  ...(partner_urls.affiliates && { affiliates_url: partner_urls.affiliates }),
  ...(partner_urls.selling_dashboard && { selling_dashboard_url: partner_urls.selling_dashboard }),
  ...(partner_urls.artist_dashboard && { artist_dashboard_url: partner_urls.artist_dashboard }),
  ...(partner_urls.payouts && { payouts_url: partner_urls.payouts }),
})
